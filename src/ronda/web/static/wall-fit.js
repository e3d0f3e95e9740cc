// How large the wall shows what it shows, and in how many columns: lists, rooms, brackets, free text and the podium.
"use strict";

globalThis.rondaWallFit = (() => {
  const LARGEST = 96; // px of a letter on a screen of 1080 lines
  const LEAST = { names: 24, tables: 28, results: 28, standings: 28 };
  const MOST_BESIDE = 400; // rows; more get the whole screen, one list after the other
  const LETTER = 0.56; // em of a bold letter, on average
  const ORDINARY = 20; // letters of a name; all names up to it have one size, only longer ones are made smaller
  const FULL_PAGE = 135; // names in five columns
  const FIFTH = 14.2; // em of one of them in the least size
  const MANY_TABLES = 60; // in two columns of 25, whatever the names
  const FEW_TABLES = 3; // fill the screen as a scoreboard, if that makes them larger

  const upright = () => innerHeight > innerWidth;
  const unit = () => (upright() ? innerWidth / 1080 : Math.min(innerWidth / 1920, innerHeight / 1080));
  const list = (panel) => panel.querySelector(".rows");
  const rowsIn = (panel) => list(panel)?.children.length || 0;
  const paged = (panel) => list(panel) && panel.dataset.panel !== "podium";
  // A long list comes in slices: only one of them is on the page at a time.
  const sliceOf = (panel) => {
    const { slice = 1, slices = 1, labels = "" } = list(panel)?.dataset || {};
    return { slice: Number(slice), slices: Number(slices), labels: labels ? labels.split("|") : [] };
  };
  const allRows = (panel) => Number(list(panel)?.dataset.total) || rowsIn(panel);
  const gapOf = (rows) => parseFloat(getComputedStyle(rows).columnGap) || 0;

  // --- lists ----------------------------------------------------------------------------------------------
  const scoreOf = (panel) => parseFloat(getComputedStyle(list(panel)).getPropertyValue("--score")) || 4.5;
  const pen = document.createElement("canvas").getContext("2d");
  const useFont = (element) => {
    const { fontWeight, fontFamily } = getComputedStyle(element);
    pen.font = `${fontWeight} 100px ${fontFamily}`;
  };
  const seen = (element) => [...element.querySelectorAll(".sr, small")].reduce((text, each) => text.replace(each.textContent, ""), element.textContent).trim();
  const widest = (elements) => Math.max(0, ...elements.map((each) => pen.measureText(seen(each)).width / 100)); // in em
  // What names need in full size: the widest of ordinary length.
  const nameWidth = (names) => {
    useFont(names[0]);
    const ordinary = names.filter((each) => [...each.querySelector("bdi").textContent].length <= ORDINARY);
    return ordinary.length ? Math.max(9 * LETTER, widest(ordinary)) : ORDINARY * LETTER;
  };
  // The width of a row in letters of its own size.
  const wide = (panel) => {
    const kind = panel.dataset.panel;
    const rows = [...list(panel).children];
    const name = 0.1 + nameWidth([...list(panel).querySelectorAll(kind === "tables" || kind === "results" ? ".side b" : ".who")]);
    const disc = rows[0].querySelector(".disc") ? 1 : 0;
    const at = Math.max(0, ...rows.map((row) => row.querySelector(".at")?.textContent.length || 0)); // a name of a table
    list(panel).style.setProperty("--at", at);
    if (kind === "names") { // with many of them the others are made smaller rather than paged away
      const ends = [...list(panel).querySelectorAll(".to")];
      useFont(ends[0]);
      const need = name + 2 + Math.max(1.1 * widest(ends) + 0.2, 1.8) + 0.57 * LETTER * at + 1.1 * disc;
      return allRows(panel) > FULL_PAGE && !at ? Math.min(need, FIFTH) : need;
    }
    if (kind === "tables" || kind === "results") {
      const need = 2 * (name + disc) + numberOf(at) + scoreOf(panel);
      return allRows(panel) > MANY_TABLES ? Math.min(need, 32) : need;
    }
    const values = [...panel.querySelectorAll(".rows .value")].map((each) => each.lastChild.textContent.length);
    const heads = [...panel.querySelectorAll(".heads .value")].map((each) => 0.7 * each.textContent.length);
    const value = Math.max(2, ronda.quantile([...values, ...heads], 1) * 0.6);
    panel.style.setProperty("--value", `${value}em`);
    return name + 5.2 + (value + 1.1) * rows[0].querySelectorAll(".value").length;
  };
  const numberOf = (at) => Math.max(4.6, 2 + 0.64 * LETTER * at); // the number of a table, with its name below
  const high = (panel) => (list(panel).classList.contains("pairs") ? 2.5 : list(panel).querySelector(".no .at") ? 1.75 : 1.2);

  const leastOf = (panel) => (LEAST[panel.dataset.panel] || 24) - (panel.dataset.panel === "tables" && allRows(panel) > MANY_TABLES ? 1 : 0);

  const gridFor = (panel, width, height) => {
    const heads = panel.querySelector(".heads") ? 0.92 : 1;
    const grid = (need, rowHigh, largest) => ({
      high: rowHigh,
      ...ronda.wallGrid({
        n: rowsIn(panel), width, height: height * heads, gap: gapOf(list(panel)), need, high: rowHigh,
        least: Math.max(11, leastOf(panel) * unit()), largest: largest * unit(),
      }),
    });
    const usual = grid(wide(panel), high(panel), LARGEST);
    if (!["tables", "results"].includes(panel.dataset.panel) || allRows(panel) > FEW_TABLES) return usual;
    const side = (wide(panel) - 4.6 - scoreOf(panel)) / 2; // both sides below each other
    const both = high(panel) > 2 ? 5.2 : 2.7;
    const stacked = upright() // number and score above and between them
      ? { ...grid(side + 1.2, both + 5.4, 2 * LARGEST), stacked: "upright" }
      : { ...grid(side + 6 + scoreOf(panel), both, 2 * LARGEST), stacked: "stacked" };
    return { ...(stacked.size > usual.size ? stacked : usual), few: true };
  };

  // A name that is too long for its row gets smaller letters, its partner's too, and at last two lines of them: a pair
  // never breaks.
  const SMALLER = ["less", "least", "two-lines"];
  const partners = (name) => [...(name.closest(".side")?.querySelectorAll("b") ?? [name])];
  const shrink = (rows) => {
    let names = [...rows.querySelectorAll(".who, .side b")];
    for (const each of names) each.classList.remove(...SMALLER, "tiny");
    for (const step of SMALLER) {
      names = names.filter((each) => each.scrollWidth > each.clientWidth + 1);
      const alike = step === "two-lines" ? names : names.flatMap(partners);
      for (const each of alike) { each.classList.remove(...SMALLER); each.classList.add(step); }
    }
    for (const each of names) each.classList.toggle("tiny", each.scrollHeight > each.clientHeight + 1);
  };

  // Sets the size and the grid of the rows, and on the panel: `perPage` rows, `pages`, and the page it is `at`.
  const fit = (panel) => {
    const rows = list(panel);
    if (!rows) { panel.pages = 1; return; }
    const box = rows.parentElement.getBoundingClientRect();
    const above = [...rows.parentElement.children].filter((each) => each !== rows && !each.classList.contains("sr"));
    const tall = (each) => each.offsetHeight + parseFloat(getComputedStyle(each).marginBlockEnd || 0);
    const height = () => box.height - above.reduce((sum, each) => sum + tall(each), 0);
    const found = gridFor(panel, rows.clientWidth, height());
    const { size, columns, pages } = found;
    const gap = gapOf(rows);
    const heads = panel.querySelector(".heads");
    if (heads) {
      heads.style.fontSize = `${size}px`;
      while (heads.children.length > columns) heads.lastElementChild.remove();
      while (heads.children.length < columns) heads.append(heads.firstElementChild.cloneNode(true));
    }
    const each = Math.min(height() / found.rows, found.few ? Infinity : found.high * size * (found.rows < 4 ? 2 : 1.7));
    const lines = 2.6 * (high(panel) > 2 ? 2 : 1) * (found.stacked ? 2 : 1); // if each name in the row took two
    for (const kind of ["stacked", "upright"]) rows.classList.toggle(kind, found.stacked === kind);
    rows.style.setProperty("--row", `${Math.floor(each)}px`);
    rows.style.setProperty("--two", `${Math.max(0.5, Math.min(0.68, each / size / lines))}`);
    rows.style.fontSize = `${size}px`;
    rows.style.gridTemplateRows = `repeat(${found.rows}, ${Math.floor(each * 10) / 10}px)`;
    rows.style.gridAutoColumns = `calc((100% - ${gap * (columns - 1)}px) / ${columns})`;
    panel.perPage = found.rows * columns;
    panel.pages = paged(panel) ? pages : 1;
    panel.at = Math.min(panel.at || 0, panel.pages - 1);
    shrink(rows);
  };

  // Whether all lists are whole beside each other, each as wide as its rows want.
  const beside = (all) => {
    if (all.some((panel) => !paged(panel)) || upright()) return false;
    if (all.some((panel) => allRows(panel) > MOST_BESIDE || sliceOf(panel).slices > 1)) return false;
    const space = document.querySelector(".panels");
    const total = all.reduce((sum, panel) => sum + wide(panel), 0);
    return all.every((panel) => gridFor(panel, (space.clientWidth - 60) * wide(panel) / total, space.clientHeight * 0.92).pages === 1);
  };

  // --- what is no list ------------------------------------------------------------------------------------
  const fitRoom = () => {
    const room = document.querySelector(".wall-room");
    if (!room) return;
    const n = room.children.length;
    const wish = Math.ceil(Math.sqrt((upright() ? 0.6 : 1.6) * n));
    const empty = (columns) => columns * Math.ceil(n / columns) - n; // as few places without a table as possible
    const columns = n <= FEW_TABLES ? (upright() ? 1 : n) : [wish, wish - 1, wish + 1].reduce((best, one) => (empty(one) < empty(best) ? one : best));
    const rows = Math.ceil(n / columns);
    room.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    room.style.gridTemplateRows = `repeat(${rows}, minmax(0, 1fr))`;
    const box = room.getBoundingClientRect();
    const side = Math.min(box.height / rows, box.width / columns);
    const largest = n <= FEW_TABLES ? 110 : n <= 6 ? 60 : 44;
    let size = Math.max(8, room.classList.contains("numbers") ? side * 0.3 : Math.min(side * 0.15, box.width / columns / 12, largest * unit()));
    const full = () => [...room.children].some((tile) => tile.scrollHeight > tile.clientHeight + 1);
    do { room.style.fontSize = `${size}px`; size *= 0.94; } while (n <= FEW_TABLES && size > 8 && full());
  };

  // Brackets and groups: the largest letters in which everything has its place, then long names one by one.
  const fitBracket = () => {
    for (const space of document.querySelectorAll(".panel:not([hidden]) :is(.wall-bracket, .wall-groups)")) {
      const high = () => Math.max(...[...space.querySelectorAll("ol")].map((each) => each.scrollHeight - each.clientHeight), space.scrollHeight - space.clientHeight);
      const names = [...space.querySelectorAll(".who")];
      const long = () => size > 30 * unit() && names.filter((each) => each.scrollWidth > each.clientWidth + 1).length > names.length * 0.12;
      const tall = () => names.some((each) => each.offsetHeight > each.parentElement.clientHeight + 1);
      const crowded = () => [...space.querySelectorAll("li")].some((each) => each.firstElementChild.offsetHeight > each.clientHeight - 0.2 * size + 1); // a little air between two
      let size = 64 * unit();
      const fits = () => {
        for (const each of names) each.classList.remove(...SMALLER);
        space.style.fontSize = `${size}px`;
        if (high() > 1 || crowded() || long()) return false;
        shrink(space);
        return !tall();
      };
      while (!fits() && size > 11) size *= 0.95;
    }
  };

  // Free text as large as the screen allows.
  const fitText = () => {
    const text = document.querySelector("[data-fit]");
    if (!text) return;
    const space = text.parentElement;
    let size = 300 * unit();
    do { text.style.fontSize = `${size}px`; size *= 0.94; }
    while (size > 14 && (text.scrollHeight > space.clientHeight || text.scrollWidth > space.clientWidth));
  };

  // The names of the winners: as large as their step allows, and never broken inside a word.
  const fitPodium = () => {
    for (const name of document.querySelectorAll(".pods b")) {
      name.style.fontSize = "";
      let size = parseFloat(getComputedStyle(name).fontSize);
      while (size > 12 && name.scrollWidth > name.clientWidth + 1) { size *= 0.92; name.style.fontSize = `${size}px`; }
    }
  };

  return Object.freeze({ beside, fit, fitBracket, fitPodium, fitRoom, fitText, gapOf, list, paged, rowsIn, sliceOf, wide });
})();
