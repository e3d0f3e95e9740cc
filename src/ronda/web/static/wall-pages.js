// Which lists the wall shows, side by side or one after the other; their pages, and ranks that move.
"use strict";

// `ask` brings a part of the wall from the server; `arranged` is called whenever everything has got its place anew.
globalThis.rondaWallPages = ({ ask, arranged }) => {
  const { beside, fit, fitBracket, fitPodium, fitRoom, fitText, gapOf, list, paged, rowsIn, sliceOf, wide } = rondaWallFit;
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

  const pills = () => document.getElementById("pills"); // the foot comes anew with the rest
  const showPills = () => {
    const panel = visible().filter(paged).sort((a, b) => b.pages * sliceOf(b).slices - a.pages * sliceOf(a).slices)[0];
    const { slice, slices } = panel ? sliceOf(panel) : { slices: 1 };
    const labels = panel && panel.pages * slices > 1 ? labelsOf(panel) : [];
    const now = slices > 1 ? slice - 1 : panel?.at || 0;
    const shown = labels.length > 12 ? [`${now + 1} / ${labels.length}`, labels[now]] : labels;
    const at = labels.length > 12 ? 1 : now;
    pills().replaceChildren(...shown.map((label, index) => {
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
    if (!all.length) { pills().replaceChildren(); arranged(); return; }
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
    arranged();
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

  setInterval(() => {
    const left = Math.ceil((until - performance.now()) / 1000);
    document.getElementById("turning").textContent = until && left > 0 ? document.body.dataset.next.replace("0", left) : "";
  }, 500);

  const turnBy = (forward) => {
    for (const panel of visible()) {
      const before = panel.at || 0;
      panel.at = ronda.turned(panel.at, forward, panel.pages);
      const wrapped = forward > 0 ? panel.at === 0 : before === 0;
      (wrapped ? turnSlice(panel, forward) : Promise.resolve()).then(() => { turn(panel); showPills(); });
    }
  };

  // --- ranks that move after a round ------------------------------------------------------------------------
  // Who has moved comes from the row of the place before; who comes from another page fades in.
  const MOST_MOVING = 20;
  const MOVING_MILLISECONDS = 320;
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
        row.animate([{ transform: from }, { transform: "none" }], { duration: MOVING_MILLISECONDS, easing: "cubic-bezier(.2,.8,.2,1)" });
      } else row.animate([{ opacity: 0 }, { opacity: 1 }], { duration: MOVING_MILLISECONDS });
    });
  };

  // --- before and after the wall is replaced --------------------------------------------------------------
  const places = () => panels().map((panel) => panel.at);
  // Goes on at these places; without them it begins anew, and ranks move.
  const resume = (kept) => {
    panels().forEach((panel, at) => { panel.at = kept?.[at] || 0; });
    if (!kept) current = 0;
    arrange();
    if (!kept) moveRanks();
  };

  return Object.freeze({ arrange, places, resume, turnBy });
};
