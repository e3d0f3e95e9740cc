// Beside and below the rows of a round: why a table is as it is, and what else can be done there.
"use strict";

(() => {
  if (!document.getElementById("round")) return;
  const below = (row, kind) => { // the row of that kind that stands under a table
    for (let next = row.nextElementSibling; next && !next.matches("[data-pick], .rest"); next = next.nextElementSibling) if (next.matches(kind)) return next;
    return null;
  };
  document.addEventListener("click", async (event) => {
    const link = event.target.closest(".more-link");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const row = link.closest("tr");
    const open = below(row, "tr.menu-row");
    link.setAttribute("aria-expanded", String(!open));
    if (open) { open.remove(); return; }
    await htmx.ajax("GET", link.href, { target: row, swap: "afterend", source: link });
  });
  // Why: beside its row, above it where the screen ends; Escape or a click elsewhere closes it.
  const closeWhy = (focus) => {
    const open = document.querySelector("div.why");
    const link = open?.previousElementSibling;
    open?.remove();
    link?.removeAttribute("aria-expanded");
    if (focus) link?.focus();
    return link;
  };
  document.addEventListener("click", async (event) => {
    const link = event.target.closest(".why-link");
    if (event.target.closest("div.why") && !event.target.closest("[data-close]")) return;
    const before = closeWhy(event.target.closest("[data-close]"));
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (before === link) return;
    await htmx.ajax("GET", link.href, { target: link, swap: "afterend", source: link });
    const shown = link.nextElementSibling;
    if (!shown?.matches("div.why")) return;
    link.setAttribute("aria-expanded", "true");
    shown.classList.toggle("above", shown.getBoundingClientRect().bottom > innerHeight - 8);
    shown.focus();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && closeWhy(true)) event.stopPropagation(); });
  document.addEventListener("done", (event) => { event.target.closest?.("tr.menu-row")?.remove(); });
})();
