// The live line of a page, and the small conveniences that need no server.
"use strict";

(() => {
  const body = document.body;
  const offline = document.getElementById("offline");

  // --- the live line: what changed, so that parts of the page look again ---------------------------------
  let version = Number(body.dataset.version || 0);
  let source = null;

  const { clockFace, concerns, merged, reconnectAfter } = ronda;

  // What happens while a part is on its way would pass it by: it looks once more when it is there.
  const LOST_MILLISECONDS = 20000;
  const onTheWay = new Map(); // id of the part: since when, and whether something has happened meanwhile
  const wake = (part) => {
    const asked = onTheWay.get(part.id);
    if (asked && performance.now() - asked.since < LOST_MILLISECONDS) asked.again = true;
    else htmx.trigger(part, "news");
  };
  const arrived = (id) => {
    const again = onTheWay.get(id)?.again;
    onTheWay.delete(id);
    const part = again && document.getElementById(id);
    if (part) wake(part);
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    const part = event.detail.elt;
    if (part.hasAttribute("data-on")) onTheWay.set(part.id, { since: performance.now(), again: false });
  });
  document.addEventListener("htmx:afterRequest", (event) => arrived(event.detail.requestConfig.elt.id));
  document.addEventListener("ronda:placed", (event) => onTheWay.delete(event.detail)); // by a script: no answer is awaited
  document.addEventListener("ronda:stored", (event) => { // by this page itself, which need not wait for the news
    version = Math.max(version, event.detail.version);
    wake(document.getElementById(event.detail.part));
  });

  // Who presses a button means the one that is there. A part that would be replaced meanwhile, by news or by what is
  // typed elsewhere, asks once more when it is let go: else the click would be nobody's.
  const RELEASED_MILLISECONDS = 80; // in which the click follows
  const LONGEST_PRESS_MILLISECONDS = 3000;
  const heldBack = new Map(); // id of what asked: by which event
  let pressed = null;
  const release = (press) => {
    if (press !== pressed) return; // the next one has begun
    pressed = null;
    for (const [id, happened] of heldBack) {
      const asking = document.getElementById(id);
      if (asking) htmx.trigger(asking, happened);
    }
    heldBack.clear();
  };
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("button, a, summary");
    pressed = button && { button, until: performance.now() + LONGEST_PRESS_MILLISECONDS };
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(release, RELEASED_MILLISECONDS, pressed));
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, requestConfig } = event.detail;
    const happened = requestConfig.triggeringEvent?.type;
    if (!pressed || !target.contains(pressed.button) || performance.now() > pressed.until) return;
    if (!["news", "input", "change"].includes(happened)) return; // somebody has asked for it
    event.detail.shouldSwap = false;
    heldBack.set(requestConfig.elt.id, happened);
  });

  const look = (news) => {
    for (const part of document.querySelectorAll("[data-on]")) {
      if (concerns(part.dataset.on, news)) wake(part);
    }
    const waiting = document.querySelector("[data-reload-on]"); // a page that waits to become another one
    if (waiting && concerns(waiting.dataset.reloadOn, news)) location.reload();
    document.dispatchEvent(new CustomEvent("ronda:news", { detail: news }));
  };

  // The desk and the wall look at once. Others take turns: hundreds of phones would otherwise ask at one moment.
  const patient = body.hasAttribute("data-patient");
  let unseen = null;

  const tell = (news) => {
    version = Math.max(version, news.version || 0);
    body.dataset.version = version; // goes along with every request: whichever worker answers, it knows as much
    if (!patient || !news.pace) { look(news); return; }
    const first = !unseen;
    unseen = merged(unseen, news);
    if (first) setTimeout(() => { const all = unseen; unseen = null; look(all); }, Math.random() * news.pace * 1000);
  };

  // Where there is no room for one more open page, it is asked less and less often; meanwhile the page looks by itself.
  let refused = 0;

  // A server that is started anew says that it goes: then nobody need be told before it has had time to come back.
  const GOING_MILLISECONDS = 10000;
  let backBy = 0;
  const lost = () => {
    offline.hidden = false;
    document.dispatchEvent(new CustomEvent("ronda:offline"));
  };

  const connect = () => {
    source = new EventSource(`${body.dataset.stream}?age=${Math.ceil(performance.now())}`); // since the page was asked for
    source.addEventListener("hello", (message) => {
      const hello = JSON.parse(message.data);
      refused = backBy = 0;
      const missed = hello.missed || !offline.hidden || hello.version > version;
      offline.hidden = true;
      document.dispatchEvent(new CustomEvent("ronda:online"));
      if (missed) tell({ version: hello.version, pace: hello.pace });
    });
    source.addEventListener("news", (message) => tell(JSON.parse(message.data)));
    source.addEventListener("going", () => { backBy = Date.now() + GOING_MILLISECONDS; });
    source.onerror = () => {
      if (Date.now() >= backBy) lost();
      else setTimeout(() => { if (backBy && Date.now() >= backBy) lost(); }, GOING_MILLISECONDS);
      if (source.readyState === EventSource.CLOSED) {
        refused += 1;
        setTimeout(() => { if (refused > 3) look({ version }); connect(); }, reconnectAfter(refused, Math.random()));
      }
    };
  };

  if (body.dataset.stream) {
    connect();
    window.addEventListener("pagehide", () => source.close());
    window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  }

  document.addEventListener("htmx:configRequest", (event) => { event.detail.headers["Ronda-Version"] = String(version); });

  // What a form was decided on: the answer says which version it has seen with it, done or told why not.
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.detail.requestConfig.elt.closest("form");
    for (const [header, name] of form ? [["Ronda-Version", "_version"], ["Ronda-Seen", "seen"]] : []) {
      const seen = event.detail.xhr.getResponseHeader(header);
      const field = form.querySelector(`input[type=hidden][name=${name}]`);
      if (seen && field) field.value = seen;
    }
  });

  // --- clocks: the server says how many seconds are left and whether it runs ------------------------------
  const begin = new WeakMap();
  const tick = () => {
    for (const clock of document.querySelectorAll("[data-left]")) {
      const known = begin.get(clock);
      const mark = `${clock.dataset.left}/${clock.dataset.running}`;
      if (!known || known.mark !== mark) begin.set(clock, { mark, at: performance.now() });
      const gone = clock.dataset.running === "true" ? (performance.now() - begin.get(clock).at) / 1000 : 0;
      const left = Number(clock.dataset.left) - gone;
      const text = left <= 0 && clock.dataset.over ? clock.dataset.over : clockFace(left);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("over", left <= 0);
      clock.dispatchEvent(new CustomEvent("ronda:tick", { detail: left, bubbles: true }));
    }
  };
  setInterval(tick, 250);

  // --- small things --------------------------------------------------------------------------------------
  document.addEventListener("click", (event) => {
    const dismiss = event.target.closest("[data-dismiss]");
    const closed = dismiss?.closest("#say .said, #say dialog, dialog");
    if (closed) { event.preventDefault(); closed.remove(); }
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
  });
  const SAID_MILLISECONDS = 8000;
  const goes = (said) => { // not from under the hand that is about to undo it
    if (said.matches(":hover, :focus-within")) setTimeout(() => goes(said), 1000);
    else said.remove();
  };
  document.addEventListener("htmx:afterSwap", () => {
    const wanted = document.querySelector("[data-focus]");
    if (wanted) { wanted.removeAttribute("data-focus"); wanted.focus(); }
    tick();
    const done = document.querySelector("#say .said.done");
    if (done) setTimeout(() => goes(done), SAID_MILLISECONDS);
  });
  try { // what the page before has done: an event was created
    const done = body.dataset.code && sessionStorage.getItem("ronda:done");
    if (done) {
      sessionStorage.removeItem("ronda:done");
      const said = Object.assign(document.createElement("div"), { className: "said done", role: "status", textContent: done });
      document.getElementById("say").append(said);
      setTimeout(() => goes(said), SAID_MILLISECONDS);
    }
  } catch { /* a browser that keeps nothing */ }
  document.addEventListener("htmx:sendError", () => { offline.hidden = false; });

  // --- sending: with what the device offers for it; else the text is copied --------------------------------
  const offerSharing = () => {
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  };
  const pictureOf = async (button) => {
    if (!button.dataset.fetch) return [];
    const answer = await fetch(button.dataset.fetch);
    const file = answer.ok && new File([await answer.blob()], "player-card.png", { type: "image/png" });
    return file && navigator.canShare?.({ files: [file] }) ? [file] : [];
  };
  const copied = async (field) => {
    field.select();
    try { await navigator.clipboard.writeText(field.value); return true; } catch { return document.execCommand("copy"); } // no secure address: the old way
  };
  document.addEventListener("click", async (event) => {
    const copy = event.target.closest("[data-copy]");
    if (copy && await copied(document.getElementById(copy.dataset.copy))) copy.querySelector("span").textContent = copy.dataset.copied;
    const send = event.target.closest("[data-share]");
    if (!send) return;
    const text = document.getElementById("share-text").value;
    const files = await pictureOf(send).catch(() => []);
    navigator.share({ title: send.dataset.title, text, ...(files.length ? { files } : {}) }).catch(() => {}); // they thought better of it
  });
  document.addEventListener("htmx:afterSwap", offerSharing);
  offerSharing();

  // the page one is on
  for (const link of document.querySelectorAll(".rail a, .tabs a")) {
    const here = new URL(link.href).pathname;
    if (here === location.pathname) link.setAttribute("aria-current", "page");
  }

  // --- menus: one at a time, until somebody looks elsewhere ------------------------------------------------
  const openMenus = () => document.querySelectorAll("details.dropdown[open]");
  const closeMenus = (except) => { for (const menu of openMenus()) if (!menu.contains(except)) menu.open = false; };
  document.addEventListener("click", (event) => { if (event.target.isConnected) closeMenus(event.target); });
  document.addEventListener("focusin", (event) => closeMenus(event.target));
  document.addEventListener("toggle", (event) => {
    const field = event.target.matches("details.dropdown[open]") && event.target.querySelector("[role=combobox]");
    if (field) { field.focus(); field.select(); }
  }, true);

  // --- a field with what it finds below it: the arrows choose, Enter opens ----------------------------------
  const foundFor = new WeakMap(); // the text that what is shown below a field was found for
  const listOf = (field) => document.getElementById(field.getAttribute("aria-controls"));
  const optionsOf = (field) => [...listOf(field).querySelectorAll("[role=option]")];
  const choose = (field, chosen) => {
    const options = optionsOf(field);
    for (const [at, option] of options.entries()) {
      option.id = `${field.id}-${at}`;
      option.setAttribute("aria-selected", String(at === chosen));
    }
    field.setAttribute("aria-expanded", String(options.length > 0));
    field.setAttribute("aria-activedescendant", options[chosen]?.id ?? "");
    if (chosen) options[chosen]?.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("htmx:afterSwap", (event) => {
    const field = event.detail.requestConfig.elt;
    if (!field.matches("[role=combobox]")) return;
    foundFor.set(field, event.detail.requestConfig.parameters[field.name]);
    choose(field, 0);
  });
  document.addEventListener("keydown", (event) => {
    const field = event.target.closest("[role=combobox]");
    if (!field) return;
    const options = optionsOf(field);
    const chosen = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length) {
      event.preventDefault();
      choose(field, (chosen + step + options.length) % options.length);
    } else if (event.key === "Enter" && !event.ctrlKey && chosen >= 0 && foundFor.get(field) === field.value) {
      event.preventDefault();
      options[chosen].click();
    } else if (event.key === "Escape" && !field.closest("details.dropdown")) {
      field.value = "";
      listOf(field).replaceChildren();
      choose(field, 0);
    }
  });

  // --- keyboard: letters are only shortcuts where nobody is typing ----------------------------------------
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      document.querySelector("#say .question")?.remove();
      for (const menu of openMenus()) { menu.open = false; menu.querySelector("summary").focus(); }
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      const primary = document.querySelector("dialog[open] .primary, dialog[open] .danger, #say .question .primary") || document.querySelector("[data-primary]");
      if (primary && !event.target.closest("form:not(.inline) textarea")) { event.preventDefault(); primary.click(); }
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea, [contenteditable]")) return;
    if (event.key === "?") { document.getElementById("shortcuts")?.showModal(); return; }
    if (event.key === "/") {
      const find = document.querySelector("main [data-find]");
      const menu = document.querySelector(".find-menu");
      if (!find && !menu) return;
      event.preventDefault();
      if (menu && !find) menu.open = true;
      const field = find ?? menu.querySelector("input");
      field.focus();
      field.select();
      return;
    }
    const link = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (link) { event.preventDefault(); link.click(); }
  });

  // the ring of the bar closes as results come in
  const ring = () => document.querySelector("#step-bar .ring .done")?.getAttribute("stroke-dasharray");
  let drawn = ring();
  document.addEventListener("htmx:afterSwap", () => {
    const done = document.querySelector("#step-bar .ring .done");
    const now = ring();
    if (done && drawn && now !== drawn) {
      done.setAttribute("stroke-dasharray", drawn);
      done.getBoundingClientRect();
      done.setAttribute("stroke-dasharray", now);
    }
    drawn = now;
  });

  // the tab says what is missing
  const plainTitle = document.title;
  const retitle = () => {
    const missing = document.getElementById("step-bar")?.dataset.missingText;
    document.title = missing ? `${missing} · ${plainTitle}` : plainTitle;
    const round = document.querySelector('.rail [data-key="p"]');
    if (round && missing) round.dataset.missing = document.getElementById("step-bar").dataset.missing;
    else delete round?.dataset.missing;
  };
  document.addEventListener("htmx:afterSwap", retitle);
  retitle();

  tick();
})();
