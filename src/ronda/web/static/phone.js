// What a player says is kept here until the desk has answered, and sent again by itself. It has a key, so that it
// counts once, however often it arrives.
"use strict";

(() => {
  const store = `ronda${location.pathname}`;
  const unsent = document.getElementById("unsent");
  const part = (name) => unsent.querySelector(`[data-${name}]`);
  let sending = false;
  let later = 0;

  const read = () => {
    try { return JSON.parse(localStorage.getItem(store)); } catch { return null; }
  };
  let waiting = read();
  const keep = (entry) => {
    waiting = entry;
    try {
      if (entry) localStorage.setItem(store, JSON.stringify(entry)); else localStorage.removeItem(store);
    } catch { /* a browser without storage forgets on reload, no more */ }
  };

  const show = (failed) => {
    unsent.hidden = !waiting;
    if (waiting) part("label").textContent = waiting.label;
    part("sending").hidden = failed;
    part("failed").hidden = !failed;
    for (const button of document.querySelectorAll("#phone button")) button.disabled = Boolean(waiting);
  };

  const place = (html) => {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const fresh = holder.content.querySelector("#phone");
    if (!fresh) { location.reload(); return; }
    document.getElementById("phone").replaceWith(fresh);
    document.dispatchEvent(new CustomEvent("ronda:placed", { detail: "phone" }));
    htmx.process(fresh);
    fresh.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
  };

  const send = async () => {
    if (!waiting || sending) return;
    const entry = waiting;
    sending = true;
    clearTimeout(later);
    show(false);
    let seconds = 4;
    try {
      const answer = await fetch(entry.to, {
        method: "POST",
        headers: { "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" },
        body: entry.body,
        signal: AbortSignal.timeout ? AbortSignal.timeout(15000) : undefined,
      });
      const meant = ronda.phoneAnswer(answer.status);
      seconds = meant.seconds;
      if (meant.done) {
        if (waiting === entry) keep(null);
        if (meant.stored) {
          const detail = { part: "phone", version: Number(answer.headers.get("Ronda-Version")) };
          document.dispatchEvent(new CustomEvent("ronda:stored", { detail }));
        } else {
          place(await answer.text());
        }
      }
    } catch { /* not connected: it stays, and is sent again */ }
    sending = false;
    if (waiting) later = setTimeout(send, seconds * 1000);
    show(true);
  };

  const value = (input) => input?.value.trim() ?? "";
  const typedLabel = (form) => {
    const fields = form.elements;
    const lines = [...form.querySelectorAll("[data-set]")].map((line) => [...line.querySelectorAll("input")].map(value).join("–"));
    const played = lines.filter((line) => line !== "–").join(" ");
    return value(fields.line) || played || [fields.ours, fields.theirs, fields.drawn].map(value).filter(Boolean).join("–");
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-send]")) return;
    event.preventDefault();
    if (waiting) return;
    const fields = new URLSearchParams(new FormData(form));
    const button = event.submitter;
    if (button?.name) fields.set(button.name, button.value);
    const label = button?.dataset.label || typedLabel(form);
    keep({ to: form.getAttribute("action"), body: fields.toString(), label });
    send();
  });

  // --- quick scores: the score that wins, and one more or less -----------------------------------------------
  const offerSteps = () => { for (const steps of document.querySelectorAll("[data-steps]")) steps.hidden = false; };

  // --- sets: a line for each that is typed, and the next one until the match is decided -----------------------
  const offerSets = () => {
    for (const grid of document.querySelectorAll("[data-sets]")) {
      const won = [0, 0];
      let open = true;
      for (const line of grid.querySelectorAll("[data-set]")) {
        const [ours, theirs] = [...line.querySelectorAll("input")].map(value);
        line.hidden = !open && !ours && !theirs;
        if (ours && theirs) won[Number(Number(ours) < Number(theirs))] += 1;
        open &&= Boolean(ours && theirs) && Math.max(...won) < Number(grid.dataset.sets);
      }
    }
  };
  document.addEventListener("input", offerSets);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-steps] button");
    if (!button) return;
    const field = button.closest("form").elements[button.dataset.for];
    field.value = ronda.stepped(field.value, button.dataset.set, Number(button.dataset.add));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  document.addEventListener("htmx:afterSwap", offerSteps);
  document.addEventListener("ronda:placed", () => { offerSteps(); offerSets(); });
  offerSteps();
  offerSets();

  part("again").addEventListener("click", send);
  part("forget").addEventListener("click", () => { clearTimeout(later); keep(null); show(false); });
  document.addEventListener("ronda:online", send);
  addEventListener("online", send);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) send(); });

  // --- what is being typed survives that the page looks again -------------------------------------------------
  let typed = null;
  document.addEventListener("htmx:beforeSwap", () => {
    const form = document.querySelector("#phone .report[data-round]");
    const chosen = document.getElementById("bye-wish");
    const at = document.activeElement;
    typed = {
      round: form?.dataset.round,
      values: [...(form?.querySelectorAll("input:not([type=hidden])") ?? []), ...(chosen ? [chosen] : [])].map((input) => [input.id, input.value]),
      at: at?.id,
      open: [...document.querySelectorAll("#phone details")].map((each) => each.open),
    };
  });
  document.addEventListener("htmx:afterSwap", () => {
    const form = document.querySelector("#phone .report[data-round]");
    if (typed && form?.dataset.round === typed.round) {
      for (const [id, value] of typed.values) {
        const input = document.getElementById(id);
        if (input && value) input.value = value;
      }
      const details = document.querySelectorAll("#phone details");
      if (details.length === typed.open.length) details.forEach((each, at) => { each.open ||= typed.open[at]; });
      if (typed.at && document.getElementById(typed.at)) document.getElementById(typed.at).focus();
    }
    typed = null;
    offerSets();
    if (waiting) show(!sending);
  });

  if (waiting) { show(true); send(); }

  // A page for when there is no connection; only where browsers allow it (https, or the machine itself).
  navigator.serviceWorker?.register(`${document.documentElement.dataset.root ?? ""}/sw.js`).catch(() => {});
})();
