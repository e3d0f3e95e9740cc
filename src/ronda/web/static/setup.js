// Setting up: the finder that checks in, the drawer of one player, forms that are filled in again and again.
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

  // --- the finder: what was checked in makes room for the next ---------------------------------------------
  const find = document.getElementById("find");
  const look = () => {
    const list = document.getElementById("players-list");
    if (list) htmx.trigger(list, "look");
  };
  document.addEventListener("arrived", () => {
    if (!find) return;
    clearTimeout(soon);
    find.value = "";
    find.focus();
    look();
  });
  let soon = 0;
  find?.addEventListener("input", () => { clearTimeout(soon); soon = setTimeout(look, 200); });
  find?.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && find.value) { find.value = ""; look(); event.stopPropagation(); }
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-look]")) look();
  });

  // --- the drawer of one player ----------------------------------------------------------------------------
  const drawer = document.getElementById("card");
  let opener = null;
  const close = () => {
    if (!drawer || drawer.hidden) return;
    drawer.hidden = true;
    drawer.replaceChildren();
    const back = opener && document.getElementById(opener)?.querySelector("[data-card]");
    (back || find)?.focus();
  };
  document.addEventListener("click", (event) => {
    const row = event.target.closest("[data-card]")?.closest("tr");
    if (row) opener = row.id;
    if (event.target.closest("[data-close]")) close();
  });
  for (const details of document.querySelectorAll("details[data-typing]")) {
    details.addEventListener("toggle", () => {
      if (details.open) details.querySelector("input:not([type=hidden])")?.focus();
    });
  }
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target === drawer && event.detail.xhr.status < 400) drawer.hidden = false;
  });

  // --- somebody who is known: picked with a click, or with the arrow keys and Enter -------------------------
  const named = document.getElementById("add-name");
  const fill = (pick) => {
    const form = named.form;
    for (const [key, value] of Object.entries(pick.dataset)) {
      if (key === "pick") continue;
      const field = key === "list" ? form.elements._list : form.elements[key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
      if (field) field.value = value;
    }
    document.getElementById("picks")?.replaceChildren();
    form.querySelector("button.primary")?.focus();
  };
  document.addEventListener("click", (event) => {
    const pick = event.target.closest("[data-pick]");
    if (pick && named) fill(pick);
  });
  // whoever goes on typing means somebody else
  named?.addEventListener("input", () => {
    for (const field of named.form.querySelectorAll("[data-picked]")) field.value = "";
  });
  named?.form.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const all = [...document.querySelectorAll("#picks [data-pick]")];
    const at = all.indexOf(document.activeElement);
    if (!all.length || (document.activeElement !== named && at < 0)) return;
    event.preventDefault();
    const next = at + (event.key === "ArrowDown" ? 1 : -1);
    (all[next] || (next < 0 ? named : all.at(-1))).focus();
  });

  // --- forms that are filled in again ----------------------------------------------------------------------
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches("[data-again]") || !event.detail.successful) return;
    form.reset();
    for (const field of form.querySelectorAll("[data-picked]")) field.value = "";
    document.getElementById("picks")?.replaceChildren();
    form.querySelector("input:not([type=hidden]):not([type=radio])")?.focus();
  });
})();

// Whoever picks a colour of their own means that one.
document.addEventListener("input", (event) => {
  if (event.target.matches("[data-own-accent]")) event.target.form.querySelector("[name=accent_choice][value=own]").checked = true;
});
