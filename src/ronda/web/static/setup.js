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

// The index of the settings scrolls sideways on a phone: where one is, is seen.
document.querySelector(".settings-page .index [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
