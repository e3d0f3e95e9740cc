// Standings: a value opens its arithmetic below its row, a second time closes it; it stays open when news come in.
"use strict";

(() => {
  const rowOf = (working) => document.querySelector(`tr[data-working-of="${CSS.escape(working)}"]`);

  const workingOf = (link) => ronda.workingOf(link.pathname, link.hash);

  const close = (row) => {
    const above = row.previousElementSibling;
    row.remove();
    above.querySelector("[aria-expanded]")?.removeAttribute("aria-expanded");
  };

  const show = async (link) => {
    const table = link.closest("table");
    const row = link.closest("tr");
    const beside = row.nextElementSibling;
    if (beside?.dataset.workingOf) close(beside);
    const address = `${table.dataset.working}/${workingOf(link)}?after=${table.dataset.after}`;
    await htmx.ajax("GET", address, { target: row, swap: "afterend" });
    if (row.nextElementSibling?.dataset.workingOf) link.setAttribute("aria-expanded", "true");
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("table[data-working] td a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const open = rowOf(workingOf(link));
    if (open) close(open);
    else show(link);
  });

  let open = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "standings") return;
    open = [...document.querySelectorAll("tr[data-working-of]")].map((row) => row.dataset.workingOf);
  });
  document.addEventListener("htmx:afterSettle", () => {
    const again = open;
    open = [];
    for (const link of document.querySelectorAll("table[data-working] td a")) {
      if (again.includes(workingOf(link))) show(link);
    }
  });
})();
