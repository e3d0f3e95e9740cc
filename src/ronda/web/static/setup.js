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

  // --- forms that are filled in again ----------------------------------------------------------------------
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches("[data-again]") || !event.detail.successful) return;
    form.reset();
    form.querySelector("input:not([type=hidden]):not([type=radio])")?.focus();
  });
})();
