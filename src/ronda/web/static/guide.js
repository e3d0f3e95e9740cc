// The search of the manual, in the reader's browser: no server is asked but for the list of sections, once.
// What is found and in which order is the same as `manual/search.py` finds; a test compares.
"use strict";

globalThis.rondaGuide = (() => {
  const MOST = 20;
  const TITLE = 12, HEADING = 8, TEXT = 2, AGAIN = 3;

  // In small letters without accents, words and numbers apart: " tie break ".
  const simplified = (text) => {
    const lower = text.replace(/İ/g, "i").replace(/ı/g, "i").toLowerCase().replace(/ß/g, "ss");
    const bare = lower.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
    return ` ${bare.replace(/[^\p{L}\p{N}_.]+|\.(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}_])\.|_+/gu, " ").trim()} `;
  };

  const count = (text, part) => {
    let found = 0;
    for (let at = text.indexOf(part); at >= 0 && found < AGAIN; at = text.indexOf(part, at + part.length)) found += 1;
    return found;
  };

  const prepared = (entries) => entries.map((one) => ({ ...one, simple: [one.p, one.h, one.t].map(simplified) }));

  const score = (words, [title, heading, text]) => {
    let total = 0;
    for (const word of words) {
      const begins = ` ${word}`;
      const own = TITLE * title.includes(begins) + HEADING * heading.includes(begins) + TEXT * count(text, begins);
      if (!own) return 0;
      total += own;
    }
    return total;
  };

  // Sections that have all the words, or words that begin like them, the best first.
  const search = (entries, asked) => {
    const words = simplified(asked).split(" ").filter(Boolean).slice(0, 8);
    if (!words.length) return [];
    return entries
      .map((entry, at) => ({ entry, at, score: score(words, entry.simple) * entry.w }))
      .filter((one) => one.score)
      .sort((one, other) => other.score - one.score || one.at - other.at)
      .slice(0, MOST)
      .map((one) => one.entry);
  };

  // The text around the first of the words.
  const excerpt = (entry, asked, length = 160) => {
    const lower = entry.t.toLowerCase();
    const found = asked.toLowerCase().split(/\s+/).filter(Boolean).map((word) => lower.indexOf(word)).filter((at) => at >= 0);
    let begin = Math.max(0, Math.min(...(found.length ? found : [0])) - 40);
    if (begin) begin = entry.t.indexOf(" ", begin) + 1;
    return (begin ? "… " : "") + entry.t.slice(begin, begin + length) + (entry.t.length > begin + length ? " …" : "");
  };

  return Object.freeze({ excerpt, prepared, search, simplified });
})();

if (typeof document !== "undefined") (() => {
  const { excerpt, prepared, search } = globalThis.rondaGuide;
  const form = document.querySelector("[data-guide]");
  const wide = globalThis.matchMedia("(min-width: 64rem)");
  const pages = document.querySelector("[data-pages]");
  const unfold = () => { pages.open = wide.matches; };
  unfold();
  wide.addEventListener("change", unfold);
  const input = form.querySelector("input");
  const said = form.querySelector("[data-found-count]");
  const list = document.querySelector("[data-found]");
  const page = document.querySelector("[data-page]");
  const root = document.documentElement.dataset.root || "";
  let entries = null;

  const load = () => {
    entries ??= fetch(form.dataset.guide).then((answer) => {
      if (!answer.ok) throw new Error(answer.status);
      return answer.json();
    }).then(prepared).catch(() => { entries = null; return null; }); // the form itself still works
    return entries;
  };

  const make = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });
  const shown = (entry, asked) => {
    const item = make("li", "");
    const link = make("a", entry.h || entry.p);
    link.href = root + entry.a;
    item.append(link, " ", make("small", entry.p), make("p", excerpt(entry, asked), { className: "small" }));
    return item;
  };

  const look = async () => {
    const asked = input.value.trim();
    const known = asked ? await load() : null;
    if (asked !== input.value.trim()) return; // typed on meanwhile
    list.hidden = !known;
    page.hidden = Boolean(known);
    if (!known) { said.textContent = ""; return; }
    const found = search(known, asked);
    list.replaceChildren(...found.map((entry) => shown(entry, asked)));
    said.textContent = found.length ? said.dataset.many : said.dataset.none;
  };

  input.addEventListener("focus", load, { once: true });
  input.addEventListener("input", look);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { input.value = ""; look(); }
  });
  // Enter goes to the first place that was found.
  form.addEventListener("submit", (event) => {
    const first = list.hidden ? null : list.querySelector("a");
    if (first) { event.preventDefault(); first.click(); }
  });
  // A link to a place on this very page closes the list.
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link && link.pathname === location.pathname) { input.value = ""; look(); }
  });
})();
