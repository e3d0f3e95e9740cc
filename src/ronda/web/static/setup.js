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

  // --- a refusal is told at the field that it is about --------------------------------------------------------
  const heal = (field) => {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
    document.getElementById(`${field.id}-error`)?.remove();
  };
  document.addEventListener("input", (event) => {
    const field = event.target.closest(".option [aria-invalid], fieldset.option[aria-invalid]");
    if (field) heal(field);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    const field = document.getElementById(event.detail.xhr.getResponseHeader("ronda-field") ?? "");
    if (!field) return;
    for (const other of document.querySelectorAll(".option [aria-invalid], fieldset.option[aria-invalid]")) heal(other);
    for (let around = field.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    const told = document.createElement("p");
    Object.assign(told, { className: "field-error", id: `${field.id}-error`, textContent: document.querySelector("#say .said > span").firstChild.textContent });
    field.closest(".option").append(told);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", told.id);
    (field.matches("input, textarea") ? field : field.querySelector("input")).focus();
  });

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
