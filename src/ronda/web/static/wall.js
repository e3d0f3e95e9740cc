// The wall pages by itself, with as many rows as stay readable on this screen, and looks again when told.
"use strict";

(() => {
  const body = document.body;
  const address = body.dataset.wall;
  const query = new URLSearchParams(location.search);
  query.set("lang", document.documentElement.lang);
  const READABLE = 32; // px of a letter on a screen of 1080 lines
  const LARGEST = 76;
  const MOST_BESIDE = 400; // rows; more get the whole screen, one list after the other

  const upright = () => innerHeight > innerWidth;
  const unit = () => (upright() ? innerWidth : innerHeight) / 1080;
  const panels = () => [...document.querySelectorAll(".panel")];
  const list = (panel) => panel.querySelector(".rows");
  const rowsIn = (panel) => list(panel)?.children.length || 0;
  // A long list comes in slices: only one of them is on the page at a time.
  const sliceOf = (panel) => {
    const { slice = 1, slices = 1 } = list(panel)?.dataset || {};
    return { slice: Number(slice), slices: Number(slices) };
  };
  const allRows = (panel) => Number(list(panel)?.dataset.total) || rowsIn(panel);

  // --- how large, in how many columns ---------------------------------------------------------------------
  const { quantile } = ronda;
  const LETTER = 0.58; // em of a bold letter, on average
  const WORD = 0.66; // and in a word of wide ones

  // The width that most rows need, in letters of their own size; the others go on in a second line. With many rows
  // that is better than fewer columns. `words`: what they need so that no word is broken.
  const wide = (panel, words = false) => {
    const rows = [...list(panel).children];
    const share = ronda.fittingShare(rows.length, words);
    const names = panel.dataset.panel === "names" || panel.dataset.panel === "standings" ? ".who" : ".side b";
    const longest = (row) => Math.max(0, ...[...row.querySelectorAll(names)].map((each) => ronda.lettersOf(each.textContent, words)));
    const name = Math.max(8, quantile(rows.map(longest), share)) * (words ? WORD : LETTER);
    const disc = rows[0].querySelector(".disc") ? 1 : 0;
    if (panel.dataset.panel === "names") return name + 3 + disc;
    if (panel.dataset.panel === "standings") {
      const values = [...panel.querySelectorAll(".value")].map((each) => each.lastChild.textContent.length);
      const value = Math.max(2, quantile(values, 1) * LETTER);
      panel.style.setProperty("--value", `${value}em`);
      return name + 3 + (value + 0.5) * rows[0].querySelectorAll(".value").length;
    }
    return 2 * (name + disc) + 4 + (parseFloat(getComputedStyle(list(panel)).getPropertyValue("--score")) || 4);
  };

  const set = (panel, size, columns) => {
    const rows = list(panel);
    rows.style.fontSize = `${size}px`;
    rows.style.columnCount = columns;
    const heads = panel.querySelector(".heads");
    if (heads) {
      heads.style.fontSize = `${size}px`;
      while (heads.children.length > columns) heads.lastElementChild.remove();
      while (heads.children.length < columns) heads.append(heads.firstElementChild.cloneNode(true));
    }
  };

  const columnsIn = (panel) => {
    const rows = list(panel);
    const gap = parseFloat(getComputedStyle(rows).columnGap);
    const count = Number(rows.style.columnCount);
    const width = (rows.clientWidth - gap * (count - 1)) / count;
    return Math.max(1, Math.round((rows.scrollWidth + gap) / (width + gap)));
  };

  const fit = (panel) => {
    const rows = list(panel);
    if (!rows) { panel.pages = 1; return; }
    const gap = parseFloat(getComputedStyle(rows).columnGap);
    const least = Math.max(14, READABLE * unit());
    const need = wide(panel);
    const word = wide(panel, true);
    const most = (size) => ronda.columnsFor(rows.clientWidth, gap, need, size);
    const lines = rows.classList.contains("pairs") ? 2 : 1;
    const height = rowsIn(panel) * (1.2 * lines + 0.12);
    const fits = (size) => {
      const columns = Math.min(most(size), Math.ceil(height * size / rows.clientHeight) || 1);
      if (word * size > rows.clientWidth || height * size > rows.clientHeight * columns) return false;
      set(panel, size, columns);
      return columnsIn(panel) <= columns;
    };
    const size = ronda.largestSize(LARGEST * unit(), least, 2 * unit(), fits);
    if (size === least) set(panel, least, most(least));
    panel.pages = Math.max(1, Math.ceil(columnsIn(panel) / Number(rows.style.columnCount)));
    panel.at = Math.min(panel.at || 0, panel.pages - 1);
  };

  const turn = (panel) => {
    const rows = list(panel);
    const page = panel.querySelector("[data-page]");
    if (rows) rows.scrollLeft = (panel.at || 0) * (rows.clientWidth + parseFloat(getComputedStyle(rows).columnGap));
    const { slice, slices } = sliceOf(panel);
    const pages = panel.pages * slices;
    if (page) page.textContent = pages > 1 ? `${(slice - 1) * panel.pages + (panel.at || 0) + 1} / ${pages}` : "";
  };

  // --- which lists, side by side or one after the other ---------------------------------------------------
  let timers = [];
  let current = 0;
  const beside = () => {
    const all = panels().filter(list);
    const need = all.reduce((sum, panel) => sum + wide(panel), 0) * READABLE * unit();
    const room = document.querySelector(".panels").clientWidth;
    if (panels().some((panel) => panel.dataset.panel === "podium")) return false; // it has the screen to itself
    const ranked = all.some((panel) => panel.dataset.panel === "standings"); // names beside figures must not be broken
    return !upright() && (ranked ? 1 : 0.8) * need <= room && Math.max(0, ...all.map(allRows)) <= MOST_BESIDE;
  };
  const seconds = (panel) => ronda.pageSeconds(rowsIn(panel), panel.pages);

  const arrange = () => {
    timers.forEach(clearTimeout);
    timers = [];
    const all = panels();
    if (!all.length) return;
    const together = beside();
    current %= all.length;
    all.forEach((panel, at) => {
      panel.hidden = !together && at !== current;
      panel.style.flexGrow = list(panel) ? wide(panel) : 1;
    });
    for (const panel of all) {
      if (panel.hidden) continue;
      fit(panel);
      turn(panel);
      plan(panel, together ? 1 : all.length);
    }
    tick();
  };

  const turnSlice = async (panel, step) => {
    const { slice, slices } = sliceOf(panel);
    if (slices === 1) return;
    const next = ronda.turned(slice - 1, step, slices) + 1;
    try {
      const holder = document.createElement("template");
      holder.innerHTML = await (await ask("part", { panel: panel.dataset.panel, slice: next })).text();
      const fresh = holder.content.querySelector(".rows");
      if (fresh) { list(panel).replaceWith(fresh); fit(panel); }
    } catch { /* the same rows once more; the next turn asks again */ }
  };

  const plan = (panel, others) => {
    const { slices } = sliceOf(panel);
    if (panel.pages === 1 && others === 1 && slices === 1) return;
    const pause = panel.pages === 1 ? Math.max(12, seconds(panel)) : seconds(panel);
    timers.push(setTimeout(async () => {
      const own = timers;
      panel.at = ronda.turned(panel.at, 1, panel.pages);
      if (panel.at === 0) await turnSlice(panel, 1);
      if (own !== timers) return; // it was arranged anew meanwhile
      if (panel.at === 0 && others > 1 && sliceOf(panel).slice === 1) { current += 1; arrange(); return; }
      turn(panel);
      plan(panel, others);
    }, pause * 1000));
  };

  // --- the clock, small in its corner or alone ------------------------------------------------------------
  const clock = document.querySelector("#timer .clock");
  const tick = () => {
    const giant = document.querySelector("[data-giant]");
    clock.classList.toggle("lengthy", clock.textContent.length > 5);
    if (!giant) return;
    const known = clock.dataset.left !== undefined;
    giant.hidden = !known;
    document.querySelector("[data-no-clock]").hidden = known;
    giant.textContent = clock.textContent;
    giant.classList.toggle("lengthy", clock.textContent.length > 6);
    giant.classList.toggle("over", clock.classList.contains("over"));
  };
  document.addEventListener("ronda:tick", tick);

  const setClock = (now) => {
    document.getElementById("timer").hidden = !now;
    if (!now) { delete clock.dataset.left; tick(); return; }
    clock.dataset.left = now.left;
    clock.dataset.running = now.running;
    document.querySelector("[data-clock-state]").textContent =
      now.running ? "" : now.touched ? body.dataset.paused : body.dataset.notStarted;
  };

  // --- what is new ----------------------------------------------------------------------------------------
  let looking = false;
  let again = null; // what was asked for meanwhile: "" or "all"

  const ask = async (what, more = {}) => {
    const asked = new URLSearchParams([...query, ...Object.entries(more)]);
    const answer = await fetch(`${address}/${what}?${asked}`, { headers: { "Ronda-Version": body.dataset.version } });
    if (!answer.ok) throw new Error(answer.status);
    return answer;
  };

  const replace = async () => {
    const html = await (await ask("part")).text();
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const fresh = holder.content.querySelector("#wall");
    const before = document.getElementById("wall");
    const kept = fresh.dataset.stamp === before.dataset.stamp ? panels().map((panel) => panel.at) : [];
    before.replaceWith(fresh);
    htmx.process(fresh);
    panels().forEach((panel, at) => { panel.at = kept[at] || 0; });
    if (!kept.length) current = 0;
    arrange();
  };

  const mark = (now) => {
    for (const row of document.querySelectorAll("[data-table]")) {
      const score = row.querySelector(".score");
      const text = now.results[row.dataset.table] || "–";
      if (score.textContent === text) continue;
      score.textContent = text;
      row.classList.toggle("in", text !== "–");
      row.classList.remove("came");
      void row.offsetWidth;
      row.classList.add("came");
    }
    const missing = document.getElementById("missing");
    if (missing.textContent !== now.missing) missing.textContent = now.missing;
    document.getElementById("updated").textContent = now.at;
    setClock(now.clock);
  };

  const look = async (all) => {
    if (looking) { again = all || again === "all" ? "all" : ""; return; }
    looking = true;
    let failed = false;
    try {
      const now = await (await ask("now")).json();
      if (all || now.stamp !== document.getElementById("wall").dataset.stamp) await replace();
      mark(now);
    } catch {
      failed = true;
    }
    looking = false;
    if (failed) setTimeout(() => look(true), 2000);
    else if (again !== null) { const next = again; again = null; setTimeout(() => look(next === "all"), 250); }
  };

  document.addEventListener("ronda:news", (event) => {
    const what = ronda.wallLooks(event.detail.topics);
    if (what) look(what === "all");
  });

  // --- at the keyboard, and nobody at all -----------------------------------------------------------------
  const full = document.getElementById("full");
  full.addEventListener("click", () => document.documentElement.requestFullscreen?.());
  let idle = 0;
  addEventListener("pointermove", () => {
    body.classList.remove("idle");
    full.hidden = Boolean(document.fullscreenElement) || !document.documentElement.requestFullscreen;
    clearTimeout(idle);
    idle = setTimeout(() => { body.classList.add("idle"); full.hidden = true; }, 3000);
  });
  addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (!step) return;
    for (const panel of panels()) {
      if (panel.hidden) continue;
      const before = panel.at || 0;
      panel.at = ronda.turned(panel.at, step, panel.pages);
      const wrapped = step > 0 ? panel.at === 0 : before === 0;
      (wrapped ? turnSlice(panel, step) : Promise.resolve()).then(() => turn(panel));
    }
  });
  const awake = () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); };
  document.addEventListener("visibilitychange", awake);
  awake();

  let resizing = 0;
  addEventListener("resize", () => { clearTimeout(resizing); resizing = setTimeout(arrange, 150); });
  document.fonts.ready.then(arrange);
  arrange();
})();
