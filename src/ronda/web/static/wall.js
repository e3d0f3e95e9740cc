// The wall turns its pages by itself and looks again when told.
"use strict";

(() => {
  const body = document.body;
  const address = body.dataset.wall;
  const query = new URLSearchParams(location.search);
  query.set("lang", document.documentElement.lang);
  query.set("wall", body.dataset.number);
  const { beside, fit, fitBracket, fitPodium, fitRoom, fitText, gapOf, list, paged, rowsIn, sliceOf, wide } = rondaWallFit;
  const { offerVoice, sayNews, setNow, tick } = rondaWallClock;

  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const panels = () => [...document.querySelectorAll(".panel")];
  const visible = () => panels().filter((panel) => !panel.hidden);

  // --- pages ------------------------------------------------------------------------------------------------
  const labelsOf = (panel) => {
    const { slices, labels } = sliceOf(panel);
    if (slices > 1) return labels;
    const rows = [...(list(panel)?.children || [])];
    return Array.from({ length: panel.pages }, (_, at) => {
      const own = rows.slice(at * panel.perPage, (at + 1) * panel.perPage);
      return own.length && own[0].dataset.key ? ronda.spanOf(own[0].dataset.key, own.at(-1).dataset.key) : `${at + 1}`;
    });
  };

  const pills = document.getElementById("pills");
  const showPills = () => {
    const panel = visible().filter(paged).sort((a, b) => b.pages * sliceOf(b).slices - a.pages * sliceOf(a).slices)[0];
    const { slice, slices } = panel ? sliceOf(panel) : { slices: 1 };
    const labels = panel && panel.pages * slices > 1 ? labelsOf(panel) : [];
    const now = slices > 1 ? slice - 1 : panel?.at || 0;
    const shown = labels.length > 12 ? [`${now + 1} / ${labels.length}`, labels[now]] : labels;
    const at = labels.length > 12 ? 1 : now;
    pills.replaceChildren(...shown.map((label, index) => {
      const pill = document.createElement("li");
      pill.textContent = label;
      pill.classList.toggle("now", index === at);
      return pill;
    }));
  };

  const turn = (panel) => {
    const rows = list(panel);
    if (paged(panel)) rows.scrollLeft = (panel.at || 0) * (rows.clientWidth + gapOf(rows));
  };
  const fade = (panel) => {
    if (!still.matches) list(panel)?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 320, easing: "ease-out" });
  };

  // --- which lists, side by side or one after the other ---------------------------------------------------
  let timer = 0;
  let until = 0;
  let current = 0;
  let planned = 0; // counts plans: whoever comes late belongs to an earlier one
  const arrange = () => {
    clearTimeout(timer);
    planned += 1;
    fitRoom();
    fitText();
    const all = panels();
    document.getElementById("turning").textContent = "";
    if (!all.length) { pills.replaceChildren(); tick(); return; }
    const together = all.length === 1 || beside(all);
    current %= all.length;
    all.forEach((panel, at) => {
      panel.hidden = !together && at !== current;
      panel.style.flexGrow = paged(panel) && together ? wide(panel) : 1;
    });
    for (const panel of visible()) { fit(panel); turn(panel); }
    fitPodium();
    fitBracket();
    showPills();
    plan(together ? 1 : all.length, planned);
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

  // All lists turn in the same moment, as often as the one with the most to read wants.
  const plan = (others, own) => {
    const shown = visible();
    const pagesOf = (panel) => panel.pages * sliceOf(panel).slices;
    if (shown.every((panel) => pagesOf(panel) === 1) && others === 1) { until = 0; return; }
    const least = others > 1 ? 12 : 0;
    const seconds = Math.max(least / Math.max(...shown.map(pagesOf)), ...shown.filter((panel) => pagesOf(panel) > 1 || others > 1)
      .map((panel) => ronda.pageSeconds(panel.dataset.panel, rowsIn(panel) / panel.pages, pagesOf(panel))));
    until = performance.now() + seconds * 1000;
    timer = setTimeout(() => step(others, own), seconds * 1000);
  };

  const step = async (others, own) => {
    let around = true;
    const moved = visible().map(async (panel) => {
      const before = { at: panel.at || 0, slice: sliceOf(panel).slice };
      panel.at = ronda.turned(panel.at, 1, panel.pages);
      if (panel.at === 0) await turnSlice(panel, 1);
      if (panel.at > 0 || sliceOf(panel).slice > 1) around = false;
      return before.at !== panel.at || before.slice !== sliceOf(panel).slice ? panel : null;
    });
    const changed = (await Promise.all(moved)).filter(Boolean);
    if (own !== planned) return; // it was arranged anew meanwhile
    if (around && others > 1) { current += 1; arrange(); return; }
    for (const panel of changed) { turn(panel); fade(panel); }
    showPills();
    plan(others, own);
  };

  const nextIn = document.getElementById("turning");
  setInterval(() => {
    const left = Math.ceil((until - performance.now()) / 1000);
    nextIn.textContent = until && left > 0 ? body.dataset.next.replace("0", left) : "";
  }, 500);

  // --- ranks that move after a round ------------------------------------------------------------------------
  // Who has moved comes from the row of the place before; who comes from another page fades in.
  const MOST_MOVING = 20;
  const moveRanks = () => {
    const panel = visible().find((one) => one.dataset.panel === "standings");
    if (!panel || still.matches) return;
    const rows = [...list(panel).children].slice(0, panel.perPage);
    const spots = rows.map((row) => row.getBoundingClientRect());
    let moving = 0;
    rows.forEach((row, at) => {
      const was = Number(row.dataset.was) - 1;
      if (!(was >= 0) || was === at) return;
      moving += 1;
      if (was < spots.length && moving <= MOST_MOVING) {
        const from = `translate(${spots[was].left - spots[at].left}px, ${spots[was].top - spots[at].top}px)`;
        row.animate([{ transform: from }, { transform: from, offset: 0.35 }, { transform: "none" }],
          { duration: 2400, easing: "cubic-bezier(.2,.8,.2,1)" });
      } else row.animate([{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1 }], { duration: 2000 });
    });
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
    const same = fresh.dataset.stamp === before.dataset.stamp;
    const kept = same ? panels().map((panel) => panel.at) : [];
    const tiles = new Map([...before.querySelectorAll("[data-tile]")].map((tile) => [tile.dataset.tile, tile.className]));
    const had = { ...before.dataset };
    before.replaceWith(fresh);
    htmx.process(fresh);
    const ad = document.getElementById("ad");
    if (ad) ad.textContent = fresh.dataset.ad;
    document.documentElement.dataset.wall = document.documentElement.dataset.theme = fresh.dataset.light;
    panels().forEach((panel, at) => { panel.at = kept[at] || 0; });
    for (const tile of fresh.querySelectorAll("[data-tile]")) {
      if (tiles.has(tile.dataset.tile) && tiles.get(tile.dataset.tile) !== tile.className) tile.classList.add("came");
    }
    if (!same) current = 0;
    arrange();
    if (!same) moveRanks();
    sayNews(had);
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
    setNow(now);
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

  const changing = () => Boolean(document.querySelector(".wall-room, .big-clock, .wall-bracket, .wall-groups"));
  document.addEventListener("ronda:news", (event) => {
    const what = ronda.wallLooks(event.detail.topics, changing());
    if (what) look(what === "all");
  });
  setInterval(() => { if (document.querySelector(".wall-room")) look(true); }, 30000); // who is late by now

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
    const forward = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (!forward) return;
    for (const panel of visible()) {
      const before = panel.at || 0;
      panel.at = ronda.turned(panel.at, forward, panel.pages);
      const wrapped = forward > 0 ? panel.at === 0 : before === 0;
      (wrapped ? turnSlice(panel, forward) : Promise.resolve()).then(() => { turn(panel); showPills(); });
    }
  });
  const awake = () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); };
  document.addEventListener("visibilitychange", awake);
  awake();

  let resizing = 0;
  // The wall of a festival: the next tournament, as soon as it can be reached.
  const { following, seconds } = body.dataset;
  const goOn = () => {
    const target = `${document.documentElement.dataset.root || ""}${following}`;
    fetch(target, { cache: "no-store" })
      .then((answer) => { if (answer.ok) location.replace(answer.url); else setTimeout(goOn, 5000); })
      .catch(() => setTimeout(goOn, 5000));
  };
  if (following) setTimeout(goOn, Number(seconds) * 1000);
  addEventListener("resize", () => { clearTimeout(resizing); resizing = setTimeout(arrange, 150); });
  arrange();
  document.fonts.ready.then(() => { arrange(); body.classList.add("arranged"); }); // nothing is seen before it has its place
  offerVoice();
  look(false); // the tables that are still playing
})();
