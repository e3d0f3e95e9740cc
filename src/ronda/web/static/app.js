// The live line of a page, and the small conveniences that need no server.
"use strict";

(() => {
  const body = document.body;
  const offline = document.getElementById("offline");

  // --- the live line: what changed, so that parts of the page look again ---------------------------------
  let version = Number(body.dataset.version || 0);
  let source = null;

  const concerns = (topics, news) => !news.topics || topics.split(" ").some((topic) => news.topics.includes(topic));

  const tell = (news) => {
    version = Math.max(version, news.version || 0);
    for (const element of document.querySelectorAll("[data-on]")) {
      if (concerns(element.dataset.on, news)) htmx.trigger(element, "news");
    }
    const waiting = document.querySelector("[data-reload-on]"); // a page that waits to become another one
    if (waiting && concerns(waiting.dataset.reloadOn, news)) location.reload();
    document.dispatchEvent(new CustomEvent("ronda:news", { detail: news }));
  };

  const connect = () => {
    source = new EventSource(body.dataset.stream);
    source.addEventListener("hello", (message) => {
      const hello = JSON.parse(message.data);
      const missed = !offline.hidden || hello.version > version;
      offline.hidden = true;
      document.dispatchEvent(new CustomEvent("ronda:online"));
      if (missed) tell({ version: hello.version });
    });
    source.addEventListener("news", (message) => tell(JSON.parse(message.data)));
    source.onerror = () => {
      offline.hidden = false;
      document.dispatchEvent(new CustomEvent("ronda:offline"));
      if (source.readyState === EventSource.CLOSED) {
        setTimeout(connect, 2000);
      }
    };
  };

  if (body.dataset.stream) {
    connect();
    window.addEventListener("pagehide", () => source.close());
    window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  }

  // --- clocks: the server says how many seconds are left and whether it runs ------------------------------
  const face = (seconds) => {
    const whole = Math.ceil(Math.abs(seconds));
    const hours = Math.floor(whole / 3600);
    const minutes = Math.floor((whole % 3600) / 60);
    const rest = String(whole % 60).padStart(2, "0");
    const sign = seconds < 0 && whole ? "-" : "";
    return hours ? `${sign}${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${sign}${minutes}:${rest}`;
  };

  const begin = new WeakMap();
  const tick = () => {
    for (const clock of document.querySelectorAll("[data-left]")) {
      const known = begin.get(clock);
      const mark = `${clock.dataset.left}/${clock.dataset.running}`;
      if (!known || known.mark !== mark) begin.set(clock, { mark, at: performance.now() });
      const gone = clock.dataset.running === "true" ? (performance.now() - begin.get(clock).at) / 1000 : 0;
      const left = Number(clock.dataset.left) - gone;
      const text = face(left);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("over", left <= 0);
      clock.dispatchEvent(new CustomEvent("ronda:tick", { detail: left, bubbles: true }));
    }
  };
  setInterval(tick, 250);

  // --- small things --------------------------------------------------------------------------------------
  document.addEventListener("click", (event) => {
    const dismiss = event.target.closest("[data-dismiss]");
    if (dismiss) dismiss.closest(".said, dialog").remove();
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
  });
  document.addEventListener("htmx:afterSwap", () => {
    const wanted = document.querySelector("[data-focus]");
    if (wanted) { wanted.removeAttribute("data-focus"); wanted.focus(); }
    tick();
    const done = document.querySelector("#say .said.done");
    if (done) setTimeout(() => done.remove(), 4000);
  });
  document.addEventListener("htmx:sendError", () => { offline.hidden = false; });

  // the page one is on
  for (const link of document.querySelectorAll(".tabs a")) {
    const here = new URL(link.href).pathname;
    if (here === location.pathname) link.setAttribute("aria-current", "page");
  }

  // --- keyboard: letters are only shortcuts where nobody is typing ----------------------------------------
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea, [contenteditable]")) return;
    if (event.key === "?") { document.getElementById("shortcuts")?.showModal(); return; }
    if (event.key === "/") {
      const find = document.querySelector("[data-find]");
      if (find) { event.preventDefault(); find.focus(); }
      return;
    }
    const link = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (link) { event.preventDefault(); link.click(); }
  });

  tick();
})();
