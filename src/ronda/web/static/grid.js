// All tables of a round under the entry bar: filtered, searched, and walked through with the arrow keys.
"use strict";

(() => {
  const form = document.getElementById("entry");
  const find = document.getElementById("find");
  if (!form || !find) return;
  const tableField = document.getElementById("entry-table");
  let wanted = "";

  const grid = () => document.getElementById("results");
  const rows = () => [...grid().querySelectorAll("tr[data-pick]")];
  const visible = () => rows().filter((row) => !row.hidden);

  const mark = () => {
    const number = tableField.value.trim();
    for (const row of rows()) row.classList.toggle("chosen", row.dataset.pick === number);
  };
  const apply = () => {
    for (const chip of grid().querySelectorAll("[data-filter]")) chip.setAttribute("aria-pressed", String(chip.dataset.filter === wanted));
    for (const row of rows()) {
      const { pick, state } = row.dataset;
      row.hidden = !(ronda.inFilter(state, wanted) && ronda.isMeant(find.value, pick, row.cells[1].textContent, row.cells[3].textContent));
    }
    grid().querySelector(".none-found").hidden = visible().length > 0 || !(wanted || find.value.trim());
    mark();
  };

  document.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-filter]");
    if (chip) { wanted = chip.dataset.filter; apply(); }
    if (event.target.closest("[data-pick]")) setTimeout(mark);
  });
  document.addEventListener("htmx:afterSwap", apply);
  for (const happens of ["input", "focusin"]) form.addEventListener(happens, mark);

  find.addEventListener("input", apply);
  find.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { event.preventDefault(); find.value = ""; apply(); tableField.focus(); }
    if (event.key === "Enter") {
      event.preventDefault();
      const [first] = visible();
      if (first && find.value.trim()) { find.value = ""; apply(); first.click(); }
    }
  });

  form.addEventListener("keydown", (event) => {
    if (!event.target.matches("input:not([type=checkbox])") || event.target.readOnly) return;
    if (event.key === "/" && event.target === tableField) {
      event.preventDefault();
      event.stopImmediatePropagation();
      find.focus();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const shown = visible();
    const at = shown.findIndex((row) => row.dataset.pick === tableField.value.trim());
    const next = shown[at < 0 && step < 0 ? shown.length - 1 : at + step];
    if (next) { next.click(); next.scrollIntoView({ block: "nearest" }); }
  }, { capture: true });

  apply();
})();
