// Setting up: forms that are sent once, kept, or filled in again and again.
"use strict";

(() => {
  document.documentElement.classList.add("scripted");
  for (const field of document.querySelectorAll("[data-no-script]")) field.remove();

  // a form that makes something is sent once
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-once]") || event.defaultPrevented) return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "yes";
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("[data-once]")) delete form.dataset.sent;
  });

  // --- a form that survives reload, back, and a change of language: kept in this browser until it is sent ---------
  const kept = document.querySelector("form[data-keep]");
  if (kept) {
    const STORE = `ronda:form:${location.pathname}`;
    const fields = () => [...kept.elements].filter((one) => one.name && !/^(_|cell\.|column\.)/.test(one.name) && !["file", "hidden", "submit", "button"].includes(one.type));
    const note = kept.querySelector("[data-kept]");
    const write = () => {
      const found = {};
      for (const one of fields()) {
        if (one.type === "radio" || one.type === "checkbox") { if (one.checked) (found[one.name] ||= []).push(one.value); } else found[one.name] = one.value;
      }
      try { localStorage.setItem(STORE, JSON.stringify(found)); } catch { /* a browser that keeps nothing */ }
    };
    const forget = () => { try { localStorage.removeItem(STORE); } catch { /* the same */ } };
    const read = () => {
      let found = null;
      try { found = JSON.parse(localStorage.getItem(STORE) || "null"); } catch { /* the same */ }
      if (!found || !(found.name || found.players)) return;
      for (const one of fields()) {
        if (one.type === "radio" || one.type === "checkbox") one.checked = (found[one.name] || []).includes(one.value);
        else if (one.name in found) one.value = found[one.name];
      }
      note.hidden = false;
      const list = document.getElementById("players");
      if (list?.value) list.dispatchEvent(new Event("input", { bubbles: true })); // the preview looks again
    };
    if (kept.dataset.keep === "fresh") read(); // what the server sent back is newer than what was kept
    kept.addEventListener("input", write);
    kept.addEventListener("change", write);
    kept.addEventListener("htmx:oobAfterSwap", write); // a list that was mended in its preview
    kept.addEventListener("submit", (event) => { if (event.submitter?.name === "make") forget(); else write(); });
    note.querySelector("button").addEventListener("click", () => { forget(); location.reload(); });
    window.addEventListener("pageshow", (event) => { if (event.persisted && !kept.elements.name.value) read(); });
  }

  // a list that was pasted before the page was ready is looked at, too
  window.addEventListener("load", () => {
    const list = document.getElementById("players");
    if (list?.value && !document.querySelector("#preview table")) list.dispatchEvent(new Event("input", { bubbles: true }));
  });

  for (const details of document.querySelectorAll("details[data-typing]")) {
    details.addEventListener("toggle", () => {
      if (details.open) details.querySelector("input:not([type=hidden])")?.focus();
    });
  }

  // --- forms that are filled in again ----------------------------------------------------------------------
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches("[data-again]") || !event.detail.successful) return;
    form.reset();
    form.querySelector("input:not([type=hidden]):not([type=radio])")?.focus();
  });
})();

// Whoever picks a colour of their own means that one.
document.addEventListener("input", (event) => {
  if (event.target.matches("[data-own-accent]")) event.target.form.querySelector("[name=accent_choice][value=own]").checked = true;
});
