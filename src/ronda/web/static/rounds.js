// One round: "why?" opens below its table, seats change by choosing or dragging two, results come in while one looks.
"use strict";

(() => {
  const dialog = document.getElementById("swap");
  let swapping = false;
  let first = null; // the seat chosen first

  const part = () => document.getElementById("round");
  const seatsOf = () => part().querySelectorAll(".seat[draggable]");
  const kindOf = (seat) => ("player" in seat.dataset ? "players" : "tables");
  const idOf = (seat) => seat.dataset.player || seat.dataset.table;

  // --- why? -----------------------------------------------------------------------------------------------
  document.addEventListener("htmx:beforeRequest", (event) => {
    const link = event.target.closest(".why-link");
    if (!link) return;
    const open = link.closest("tr").nextElementSibling;
    if (open && open.classList.contains("why")) {
      event.preventDefault();
      open.remove();
      link.setAttribute("aria-expanded", "false");
    } else link.setAttribute("aria-expanded", "true");
  });

  // --- changing seats -------------------------------------------------------------------------------------
  const apply = () => {
    const area = part();
    area.classList.toggle("swapping", swapping);
    area.querySelector("[data-swapping]")?.setAttribute("aria-pressed", String(swapping));
    const hint = area.querySelector(".swap-hint");
    if (hint) hint.hidden = !swapping;
    for (const seat of seatsOf()) {
      if (swapping) { seat.tabIndex = 0; seat.setAttribute("role", "button"); seat.setAttribute("aria-pressed", "false"); }
      else { seat.removeAttribute("tabindex"); seat.removeAttribute("role"); seat.removeAttribute("aria-pressed"); }
    }
    first = null;
  };
  const preview = async (one, other) => {
    if (one === other || kindOf(one) !== kindOf(other)) return;
    const asked = new URLSearchParams({ kind: kindOf(one), one: idOf(one), other: idOf(other) });
    await htmx.ajax("GET", `/e/${document.body.dataset.code}/round/${part().dataset.round}/swap?${asked}`, { target: "#swap-answer" });
    if (!dialog.open) dialog.showModal();
    dialog.querySelector("[data-keep]")?.focus();
  };
  const choose = (seat) => {
    if (first && kindOf(first) === kindOf(seat) && first !== seat) {
      preview(first, seat);
      first.setAttribute("aria-pressed", "false");
      first = null;
      return;
    }
    if (first) first.setAttribute("aria-pressed", "false");
    first = first === seat ? null : seat;
    first?.setAttribute("aria-pressed", "true");
  };
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-swapping]")) { swapping = !swapping; apply(); return; }
    if (event.target.closest("[data-keep]")) { dialog.close(); return; }
    const seat = event.target.closest(".seat[draggable]");
    if (seat && swapping) choose(seat);
  });
  document.addEventListener("keydown", (event) => {
    const seat = event.target.closest?.(".seat[role=button]");
    if (seat && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); choose(seat); }
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
  document.addEventListener("done", (event) => { if (dialog.contains(event.target)) dialog.close(); });
  document.addEventListener("htmx:afterSwap", (event) => { if (event.target.id === "round" || event.detail.target?.id === "round") apply(); });

  // --- results come in ------------------------------------------------------------------------------------
  document.addEventListener("ronda:news", async (event) => {
    const only = ronda.resultsQuery(event.detail);
    if (only === null) return;
    try {
      const response = await fetch(`/e/${document.body.dataset.code}/results/tables?round=${part().dataset.round}${only}`, { headers: { "Ronda-Version": document.body.dataset.version } });
      if (!response.ok) return;
      for (const [number, table] of Object.entries((await response.json()).tables)) {
        const cell = part().querySelector(`[data-result="${number}"]`);
        if (cell && cell.textContent !== (table.shown || "–")) {
          cell.textContent = table.shown || "–";
          cell.classList.remove("came");
          requestAnimationFrame(() => cell.classList.add("came"));
        }
      }
    } catch { /* not connected: asked again when the line is back */ }
  });
})();
