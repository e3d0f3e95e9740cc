// The sound of the clock: a warning before the end and a signal at the end, made by the browser itself.
"use strict";

(() => {
  const STORE = "ronda:sound";
  const BLOCKED = "suspended";
  let settings = { warn: 300, on: false };
  try { settings = { ...settings, ...JSON.parse(localStorage.getItem(STORE) || "{}") }; } catch { /* the usual ones */ }
  let audio = null;
  const lastLeft = new Map(); // seconds left when the clock was last looked at

  const remember = () => { try { localStorage.setItem(STORE, JSON.stringify(settings)); } catch { /* until the page is closed */ } };
  const context = () => {
    audio = audio || new AudioContext();
    if (audio.state === BLOCKED) audio.resume();
    return audio;
  };
  const tone = (pitch, at, seconds) => {
    const player = context();
    const wave = player.createOscillator();
    const volume = player.createGain();
    const begin = player.currentTime + at;
    wave.type = "triangle";
    wave.frequency.value = pitch;
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(0.6, begin + 0.02);
    volume.gain.setValueAtTime(0.6, begin + seconds - 0.08);
    volume.gain.linearRampToValueAtTime(0, begin + seconds);
    wave.connect(volume).connect(player.destination);
    wave.start(begin);
    wave.stop(begin + seconds);
  };
  const warning = () => { tone(880, 0, 0.25); tone(880, 0.4, 0.25); };
  const ending = () => { for (const at of [0, 0.9, 1.8]) { tone(660, at, 0.35); tone(990, at + 0.35, 0.4); } };

  const mayNotSound = () => {
    const note = document.querySelector("[data-sound-note]");
    if (note) note.hidden = !(settings.on && document.querySelector('[data-sound][data-running="true"]') && navigator.userActivation && !navigator.userActivation.hasBeenActive);
  };
  // offered once, when a clock runs: who has answered is not asked again
  const offer = () => {
    const offered = document.getElementById("sound-offer");
    const running = document.querySelector('#clock [data-sound][data-running="true"]');
    const say = document.getElementById("say");
    if (!offered || !running || "answered" in settings || say.childElementCount) return;
    say.append(offered.content.cloneNode(true));
    settings.answered = true;
    remember();
  };
  const show = () => {
    const warn = document.querySelector("[data-warn]");
    const on = document.querySelector("[data-sound-on]");
    if (warn) warn.value = String(settings.warn);
    if (on) on.checked = settings.on;
    mayNotSound();
    offer();
  };

  document.addEventListener("ronda:tick", (event) => {
    const clock = event.target;
    if (!clock.matches("[data-sound]") || !clock.checkVisibility()) return; // all are in: nobody waits for its end
    const left = event.detail;
    const running = clock.dataset.running === "true";
    const before = lastLeft.get("clock");
    lastLeft.set("clock", running ? left : undefined);
    const due = running ? ronda.sound(before, left, settings) : "";
    if (due === "ending") ending();
    else if (due === "warning") warning();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-test-sound]")) { warning(); setTimeout(ending, 1200); }
    if (event.target.closest("[data-sound-yes]")) { settings.on = true; remember(); show(); }
    mayNotSound();
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-warn]")) settings.warn = Number(event.target.value);
    else if (event.target.matches("[data-sound-on]")) settings.on = event.target.checked;
    else return;
    remember();
    mayNotSound();
  });
  document.addEventListener("htmx:afterSwap", show);
  show();
})();
