// Lists of everybody, public or saved: whom one looks for is framed as one types, and a value that was asked for is open.
"use strict";

(() => {
  const PAUSE_MILLISECONDS = 250; // between two letters
  const fold = (text) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const field = document.querySelector("form.finder [data-find]");
  const list = () => document.getElementById("round") ?? document.getElementById("standings");
  const rows = () => document.querySelectorAll(".pairings > li, .ranking tbody tr[id], .podium li");
  const names = (row) => [...row.querySelectorAll(".sat > :not(.beside), th a, .podium b")].map((name) => fold(name.textContent));
  const frame = () => {
    const wanted = fold(field.value.trim());
    const meant = (row) => wanted && (row.dataset.found === wanted || names(row).some((name) => name.includes(wanted)));
    for (const row of rows()) row.classList.toggle("you", Boolean(meant(row)));
  };
  // A list of several pages is asked for those who are meant.
  let timer = 0;
  const ask = () => {
    const part = new URL(list().getAttribute("hx-get"), location.href);
    part.searchParams.set("find", field.value.trim());
    part.searchParams.set("page", "1");
    htmx.ajax("GET", part.pathname + part.search, { target: `#${list().id}`, swap: "outerHTML" });
  };
  if (field && list()) {
    let asks = Number(list().dataset.pages) > 1 || field.value !== "";
    const asksServer = () => { asks ||= Number(list().dataset.pages) > 1; return asks && globalThis.htmx && list().hasAttribute("hx-get"); };
    field.addEventListener("input", () => {
      clearTimeout(timer);
      if (asksServer()) { timer = setTimeout(ask, PAUSE_MILLISECONDS); return; }
      frame();
      list().querySelector(".you")?.scrollIntoView({ block: "nearest" });
    });
    field.form.addEventListener("submit", (event) => {
      if (asks && !asksServer()) return; // of one round of long ago: the server looks
      event.preventDefault();
      list().querySelector(".you")?.scrollIntoView({ block: "center" });
    });
    document.addEventListener("htmx:afterSettle", frame);
    frame();
  }
  const open = () => {
    const asked = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    if (asked?.matches("details")) { asked.open = true; asked.scrollIntoView(); }
  };
  addEventListener("hashchange", open);
  open();
})();
