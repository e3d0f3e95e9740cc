// Changing seats by hand: two seats are chosen, or one is dragged onto another; what that would mean is shown before it is done.
"use strict";

(() => {
  const bar = document.getElementById("swap");
  if (!bar) return;
  const part = () => document.getElementById("round");
  let swapping = false; // in a draft always, later where somebody asks for it
  let chosen = null; // the seat chosen first
  const seats = () => part().querySelectorAll(".seat[draggable]");
  const kindOf = (seat) => ("player" in seat.dataset ? "players" : "tables");
  const idOf = (seat) => seat.dataset.player || seat.dataset.table;
  const seatButtons = () => {
    part().classList.toggle("swapping", swapping);
    part().querySelector("[data-swapping]")?.setAttribute("aria-pressed", String(swapping));
    for (const seat of seats()) {
      if (!swapping) for (const name of ["tabindex", "role", "aria-pressed"]) seat.removeAttribute(name);
      else if (!seat.hasAttribute("role")) { seat.tabIndex = 0; seat.setAttribute("role", "button"); seat.setAttribute("aria-pressed", "false"); }
    }
  };
  const unmark = () => { for (const seat of part().querySelectorAll(".seat[aria-pressed=true]")) seat.setAttribute("aria-pressed", "false"); chosen = null; };
  const closeSwap = () => { bar.hidden = true; bar.replaceChildren(); unmark(); };
  const preview = async (one, other) => {
    if (one === other || kindOf(one) !== kindOf(other)) return;
    const asked = new URLSearchParams({ kind: kindOf(one), one: idOf(one), other: idOf(other) });
    await htmx.ajax("GET", `${document.documentElement.dataset.root ?? ""}/e/${document.body.dataset.code}/round/${part().dataset.round}/swap?${asked}`, { target: "#swap" });
    bar.hidden = false;
    bar.querySelector("[data-first-answer]")?.focus();
  };
  const choose = (seat) => {
    if (chosen === seat) { unmark(); return; }
    seat.setAttribute("aria-pressed", "true");
    if (chosen && kindOf(chosen) === kindOf(seat)) { preview(chosen, seat); chosen = null; return; }
    chosen?.setAttribute("aria-pressed", "false");
    chosen = seat;
  };
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-swapping]")) { swapping = !swapping; unmark(); seatButtons(); return; }
    if (event.target.closest("[data-keep]")) { closeSwap(); return; }
    const seat = event.target.closest(".seat[draggable]");
    if (seat && swapping) { event.preventDefault(); choose(seat); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !bar.hidden) { event.preventDefault(); closeSwap(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    const seat = event.target.closest?.(".seat[role=button]");
    if (seat && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); choose(seat); }
    if (event.key === "S" && swapping) { event.preventDefault(); seats()[0]?.focus(); }
  });
  let dragged = null;
  const clearOver = () => { for (const seat of document.querySelectorAll(".seat.over")) seat.classList.remove("over"); };
  document.addEventListener("dragstart", (event) => {
    dragged = event.target.closest?.(".seat[draggable]") || null;
    if (dragged) event.dataTransfer.setData("text/plain", idOf(dragged));
  });
  document.addEventListener("dragover", (event) => {
    const seat = event.target.closest?.(".seat[draggable]");
    clearOver();
    if (dragged && seat && seat !== dragged && kindOf(seat) === kindOf(dragged)) { event.preventDefault(); seat.classList.add("over"); }
  });
  document.addEventListener("drop", (event) => {
    const seat = event.target.closest?.(".seat[draggable]");
    clearOver();
    if (dragged && seat) { event.preventDefault(); preview(dragged, seat); }
    dragged = null;
  });
  document.addEventListener("dragend", () => { dragged = null; clearOver(); });
  document.addEventListener("done", (event) => { if (bar.contains(event.target)) closeSwap(); });

  const begin = () => { swapping = part().dataset.status === "draft"; chosen = null; seatButtons(); };
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.target.id === "round" || event.target.id === "round") begin(); });
  document.addEventListener("ronda:rows", seatButtons); // some came anew
  begin();
})();
