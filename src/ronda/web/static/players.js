// The list of players: one field that finds, checks in and adds; the panel of one player.
"use strict";

(() => {
  const find = document.getElementById("find");
  const list = document.getElementById("players-list");
  const drawer = document.getElementById("card");

  // --- the field: what Enter has done stays, marked; whoever types on means the next one --------------------
  let soon = 0;
  const look = () => { clearTimeout(soon); htmx.trigger(list, "look"); };
  if (list.hasAttribute("hx-get")) {
    find.addEventListener("input", () => { clearTimeout(soon); soon = setTimeout(look, 150); });
    find.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && find.value) { find.value = ""; look(); event.stopPropagation(); }
    });
  }
  document.addEventListener("arrived", () => { find.select(); if (matchMedia("(hover: hover)").matches) find.focus(); if (list.hasAttribute("hx-get")) look(); });
  if (matchMedia("(hover: hover)").matches && !location.hash) find.focus();

  // --- with the arrow keys from the field to what is offered, and back ------------------------------------
  document.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops = step ? [find, ...document.querySelectorAll(".offer button")] : [];
    const at = stops.indexOf(document.activeElement);
    const next = at < 0 ? null : stops[at + step];
    if (next) { event.preventDefault(); next.focus(); }
  });

  // --- the panel of one player ----------------------------------------------------------------------------
  let opener = null;
  const close = () => {
    if (drawer.hidden) return;
    drawer.hidden = true;
    drawer.replaceChildren();
    (document.getElementById(opener) || find).focus();
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-card]");
    if (link) opener = link.id;
    if (event.target.closest("[data-close]")) close();
    const menu = document.querySelector(".menu[open]");
    if (menu && !menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.querySelector(".menu[open]");
    if (menu) { menu.open = false; menu.querySelector("summary").focus(); } else close();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target === drawer && event.detail.xhr.status < 400) drawer.hidden = false;
  });
})();
