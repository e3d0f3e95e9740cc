// The wall looks again when told, and listens to the keyboard; loaded last, it puts the other scripts of the wall to work.
"use strict";

(() => {
  const body = document.body;
  const address = body.dataset.wall;
  const query = new URLSearchParams(location.search);
  query.set("lang", document.documentElement.lang);
  query.set("wall", body.dataset.number);
  const { offerVoice, sayNews, setNow, tick } = rondaWallClock;

  const ask = async (what, more = {}) => {
    const asked = new URLSearchParams([...query, ...Object.entries(more)]);
    const answer = await fetch(`${address}/${what}?${asked}`, { headers: { "Ronda-Version": body.dataset.version } });
    if (!answer.ok) throw new Error(answer.status);
    return answer;
  };
  const { arrange, places, resume, turnBy } = rondaWallPages({ ask, arranged: tick });

  // --- what is new ----------------------------------------------------------------------------------------
  let looking = false;
  let again = null; // what was asked for meanwhile: "" or "all"

  const replace = async () => {
    const html = await (await ask("part")).text();
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const fresh = holder.content.querySelector("#wall");
    const before = document.getElementById("wall");
    const same = fresh.dataset.stamp === before.dataset.stamp;
    const kept = same ? places() : null;
    const tiles = new Map([...before.querySelectorAll("[data-tile]")].map((tile) => [tile.dataset.tile, tile.className]));
    const had = { ...before.dataset };
    before.replaceWith(fresh);
    htmx.process(fresh);
    document.documentElement.dataset.wall = document.documentElement.dataset.theme = fresh.dataset.light;
    for (const tile of fresh.querySelectorAll("[data-tile]")) {
      if (tiles.has(tile.dataset.tile) && tiles.get(tile.dataset.tile) !== tile.className) tile.classList.add("came");
    }
    resume(kept);
    if (fresh.dataset.sayRound && fresh.dataset.sayRound !== had.sayRound) fresh.classList.add("new-round"); // seen from the corner of an eye
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
    if (forward) turnBy(forward);
  });
  const awake = () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); };
  document.addEventListener("visibilitychange", awake);
  awake();

  // The wall of a festival: the next tournament, as soon as it can be reached.
  const { following, seconds } = body.dataset;
  const goOn = () => {
    const target = `${document.documentElement.dataset.root || ""}${following}`;
    fetch(target, { cache: "no-store" })
      .then((answer) => { if (answer.ok) location.replace(answer.url); else setTimeout(goOn, 5000); })
      .catch(() => setTimeout(goOn, 5000));
  };
  if (following) setTimeout(goOn, Number(seconds) * 1000);
  let resizing = 0;
  addEventListener("resize", () => { clearTimeout(resizing); resizing = setTimeout(arrange, 150); });
  arrange();
  document.fonts.ready.then(() => { arrange(); body.classList.add("arranged"); }); // nothing is seen before it has its place
  offerVoice();
  look(false); // the tables that are still playing
})();
