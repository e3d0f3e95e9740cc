// The desk: what is typed stays when the page looks again, and the room answers once when the last result comes in.
"use strict";

(() => {
  let before = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const desk = event.detail.target;
    if (desk.id === "desk") before = { phase: desk.dataset.phase, typed: document.getElementById("find")?.value };
  });
  document.addEventListener("htmx:afterSettle", () => {
    const desk = document.getElementById("desk");
    if (!before || !desk) return;
    const find = document.getElementById("find");
    if (find && before.typed) find.value = before.typed;
    if (before.phase === "playing" && desk.dataset.phase === "played") document.getElementById("room").classList.add("all-in");
    before = null;
  });
})();
