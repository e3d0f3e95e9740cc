// The clock of the wall: in the head, as a dial, and its end on the whole screen; and what is said aloud.
"use strict";

globalThis.rondaWallClock = (() => {
  const body = document.body;
  const CROWDED = 24; // tables that the end of the time names

  // --- the clock ------------------------------------------------------------------------------------------
  const clock = document.querySelector("#timer .clock");
  const timeUp = document.getElementById("time-up");
  let playing = [];
  let told = ""; // the last stage that was said aloud

  const endOfTime = (left) => {
    const up = ronda.isTimeUp(left, clock.dataset.running === "true");
    if (up === timeUp.hidden) {
      const some = playing.slice(0, CROWDED);
      const more = playing.length > some.length ? [`+${playing.length - some.length}`] : [];
      timeUp.querySelector("ul").replaceChildren(...[...some, ...more].map((table) => {
        const tile = document.createElement("li");
        tile.className = "tile";
        tile.textContent = table;
        return tile;
      }));
      timeUp.querySelector("p").textContent = document.querySelector(".top p")?.textContent || "";
      timeUp.hidden = !up;
      const word = timeUp.querySelector("b"); // as large as the language allows
      word.style.fontSize = "";
      let size = parseFloat(getComputedStyle(word).fontSize);
      while (up && size > 24 && word.scrollWidth > timeUp.clientWidth * 0.94) word.style.fontSize = `${size *= 0.94}px`;
    }
  };

  const tick = (left) => {
    const known = clock.dataset.left !== undefined;
    const length = Number(clock.dataset.length) || 0;
    const seconds = typeof left === "number" ? left : Number(clock.dataset.left);
    const stage = known ? ronda.clockStage(seconds, length) : "";
    clock.classList.toggle("lengthy", clock.textContent.length > 5);
    clock.classList.toggle("last", stage === "last");
    if (known && typeof left === "number") { endOfTime(seconds); sayStage(stage, seconds); }
    if (!known) timeUp.hidden = true;
    const giant = document.querySelector("[data-giant]");
    if (!giant) return;
    document.querySelector(".big-clock").hidden = !known;
    document.querySelector("[data-no-clock]").hidden = known;
    if (!known) return;
    giant.textContent = clock.textContent;
    giant.classList.toggle("lengthy", clock.textContent.length > 5);
    for (const name of ["last", "over"]) document.querySelector("[data-dial]").classList.toggle(name, stage === name);
    const share = Math.max(0, Math.min(100, length ? (100 * seconds) / length : 0));
    document.querySelector("[data-dial] .left").setAttribute("stroke-dasharray", `${share.toFixed(2)} 100`);
    const standing = document.querySelector("[data-clock-state]").textContent;
    document.querySelector("[data-giant-state]").textContent = standing || (stage === "over" ? "" : body.dataset.toGo);
  };
  clock.addEventListener("ronda:tick", (event) => tick(event.detail));
  timeUp.addEventListener("click", () => { timeUp.hidden = true; });

  const setClock = (now) => {
    document.getElementById("timer").hidden = !now;
    if (!now) { delete clock.dataset.left; tick(); return; }
    clock.dataset.left = now.left;
    clock.dataset.length = now.length;
    clock.dataset.running = now.running;
    document.querySelector("[data-clock-state]").textContent =
      now.running ? "" : now.touched ? body.dataset.paused : body.dataset.notStarted;
  };
  // What the server says: the clock, if there is one, and the tables that are still playing.
  const setNow = (now) => {
    playing = now.playing;
    setClock(now.clock);
  };

  // --- what is said aloud, where the desk wants it ----------------------------------------------------------
  const wallPart = () => document.getElementById("wall").dataset;
  const voice = document.getElementById("voice");
  let allowed = false; // a browser speaks only after somebody has touched the page
  const speak = (text) => {
    if (!text || wallPart().voice !== "true" || !allowed || !window.speechSynthesis) return;
    const said = new SpeechSynthesisUtterance(text);
    said.lang = document.documentElement.lang;
    speechSynthesis.speak(said);
  };
  const offerVoice = () => { voice.hidden = allowed || wallPart().voice !== "true" || !window.speechSynthesis; };
  voice.addEventListener("click", () => { allowed = true; offerVoice(); speak(voice.textContent); });
  const sayStage = (stage, left) => {
    const now = stage === "over" ? "over" : left <= 300 && left > 290 ? "last" : stage ? told : "";
    if (now !== told && clock.dataset.running === "true") {
      if (now === "over" && left > -3) speak(wallPart().sayTime);
      if (now === "last") speak(wallPart().sayLast);
    }
    told = now;
  };
  const sayNews = (before) => {
    const now = wallPart();
    if (now.announced !== before.announced) speak(now.say);
    if (now.sayRound && now.sayRound !== before.sayRound) speak(now.sayRound);
    offerVoice();
  };

  return Object.freeze({ offerVoice, sayNews, setNow, tick });
})();
