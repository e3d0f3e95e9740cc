// The saved event: a list is searched as one types, and a value that was asked for is open.
"use strict";

(() => {
  const fold = (text) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  for (const form of document.querySelectorAll("form.finder")) {
    const field = form.querySelector("input[type=search]");
    const rows = () => document.querySelectorAll("main table.ranking tbody tr, main table.pairings tbody tr");
    form.addEventListener("submit", (event) => event.preventDefault());
    field.addEventListener("input", () => {
      const wanted = fold(field.value.trim());
      for (const row of rows()) row.hidden = !fold(row.textContent).includes(wanted);
    });
  }
  const open = () => {
    const asked = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (asked?.matches("details")) { asked.open = true; asked.scrollIntoView(); }
  };
  addEventListener("hashchange", open);
  open();
})();
