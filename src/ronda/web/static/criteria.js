// The order of the standings: criteria are dragged, or moved with Alt and an arrow, Delete takes one out. Every move is a press
// of the form's own buttons, or the list as it was dropped: the server answers with the lists and the standings by them.
"use strict";

(() => {
  const lists = () => document.querySelector("#criteria .lists");
  const item = (target) => target.closest?.("#criteria li[data-code]");
  const codes = () => [...lists().querySelectorAll(".chosen li")].map((one) => one.dataset.code);

  document.addEventListener("keydown", (event) => {
    const press = event.altKey ? { ArrowUp: "up", ArrowDown: "down" }[event.key] : { Delete: "out" }[event.key];
    const button = press && item(event.target)?.querySelector(`[name="${press}"]`);
    if (!button) return;
    event.preventDefault();
    button.focus();
    button.click();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("#criteria [aria-disabled]")) event.preventDefault();
  }, true);

  // --- dragging ----------------------------------------------------------------------------------------------
  let dragged = null;
  document.addEventListener("dragstart", (event) => {
    dragged = item(event.target);
    dragged?.classList.add("dragged");
  });
  document.addEventListener("dragend", () => {
    for (const one of document.querySelectorAll("#criteria .dragged, #criteria .over")) one.classList.remove("dragged", "over");
    dragged = null;
  });
  document.addEventListener("dragover", (event) => {
    if (!dragged || !event.target.closest("#criteria .lists section")) return;
    event.preventDefault();
    for (const one of document.querySelectorAll("#criteria .over")) one.classList.remove("over");
    if (item(event.target) !== dragged) item(event.target)?.classList.add("over");
  });
  document.addEventListener("drop", (event) => {
    const section = dragged && event.target.closest("#criteria .lists section");
    if (!section) return;
    event.preventDefault();
    const before = codes();
    const listed = before.filter((code) => code !== dragged.dataset.code);
    const over = item(event.target);
    if (section.querySelector(".chosen")) {
      const at = over ? before.indexOf(over.dataset.code) : listed.length;
      listed.splice(at < 0 ? listed.length : at, 0, dragged.dataset.code);
    }
    lists().elements.order.value = listed.join(", ");
    lists().requestSubmit();
  });

  // --- after a move: what was done is told, and the focus stays near ---------------------------------------------
  let at = -1;
  document.addEventListener("htmx:beforeRequest", (event) => {
    const own = item(document.activeElement);
    at = own?.closest(".chosen") && event.target === lists() ? codes().indexOf(own.dataset.code) : -1;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    const shown = document.querySelector("#criteria");
    if (!shown || event.detail.elt !== shown) return;
    document.querySelector("#criteria-said").textContent = shown.dataset.said;
    if (document.activeElement !== document.body) return;
    const near = shown.querySelectorAll(".chosen li");
    const next = near[Math.min(at < 0 ? near.length - 1 : at, near.length - 1)];
    (next?.querySelector("button:not([aria-disabled])") ?? shown.querySelector("button"))?.focus();
  });
})();
