// What the scripts of the pages decide, apart from the page itself: no document, no network, no clock, no storage.
// A plain script, loaded before the others and without a build step; tests/javascript runs it under node.
"use strict";

globalThis.ronda = (() => {
  // --- news: what has changed -----------------------------------------------------------------------------
  // News without topics says that anything may have changed.
  const concerns = (topics, news) => !news.topics || topics.split(" ").some((topic) => news.topics.includes(topic));

  // Two pieces of news that a page has not looked at yet, as one.
  const merged = (unseen, news) => {
    if (!unseen) return news;
    return { ...news, topics: unseen.topics && news.topics && [...new Set([...unseen.topics, ...news.topics])] };
  };

  // Milliseconds until a page that was refused connects again: 2, 4, 8 … at most 60 seconds, not all pages at once.
  const reconnectAfter = (refused, chance) => Math.min(2 ** refused, 60) * (750 + chance * 500);

  // --- clocks ---------------------------------------------------------------------------------------------
  const clockFace = (seconds) => {
    const whole = Math.ceil(Math.abs(seconds));
    const hours = Math.floor(whole / 3600);
    const minutes = Math.floor((whole % 3600) / 60);
    const rest = String(whole % 60).padStart(2, "0");
    const sign = seconds < 0 && whole ? "-" : "";
    return hours ? `${sign}${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${sign}${minutes}:${rest}`;
  };

  const LATE_SECONDS = 120; // a page that slept that long stays silent
  const JUMP_SECONDS = 30; // a clock that was set is no clock that ran
  // "ending", "warning" or nothing, when a clock went from `before` to `left` seconds.
  const sound = (before, left, settings) => {
    const passed = (mark) => before > mark && left <= mark && left > mark - LATE_SECONDS;
    if (before === undefined || !settings.on) return "";
    if (passed(0)) return "ending";
    return settings.warn && before - left < JUMP_SECONDS && passed(settings.warn) ? "warning" : "";
  };

  // --- results --------------------------------------------------------------------------------------------
  const say = (text, facts) => text.replace(/\{(\w+)\}/g, (all, name) => (name in facts ? facts[name] : all));

  // What the fields say as one result; empty if something is missing. + is "came", - is "did not come".
  const typedResult = (values) => {
    const [first, second] = values.map((value) => value.trim());
    if (first === "+") return "+--";
    if (first === "-" && second === "+") return "--+";
    if (first === "-" && (second === "-" || second === "")) return second ? "---" : "";
    return first && second ? `${first}-${second}` : "";
  };

  // Where a sign of the number pad leads, typed into field `at` that holds `value`:
  // `move` to the next field, `fill` it with a sign, `swallow` the key.
  const padKey = (key, at, value) => {
    if (!/^[-+*/.,:–]$/.test(key)) return {};
    const digits = /\d/.test(value);
    if (at === 0 && (digits || value === "-")) {
      return { swallow: true, move: true, fill: digits ? undefined : key === "+" ? "+" : "-" };
    }
    return { swallow: at === 1 && digits };
  };

  // An absence as it is typed into one field: + is "came", - is "did not come"; empty if it is none.
  const typedAbsence = (text) => {
    const signs = text.trim().replace(/[–—−]/g, "-");
    return { "+": "+--", "+-": "+--", "+--": "+--", "-+": "--+", "--+": "--+", "--": "---", "---": "---" }[signs] ?? "";
  };

  // A set as it is typed: 11-7, or where it is played to a number, what its loser made, with a minus if that is the first
  // side; null if it is neither.
  const typedSet = (text, { target, lead, cap }) => {
    const word = text.trim().replace(/[–—−:]/g, "-").replace(/\s*-\s*/g, "-");
    const whole = word.match(/^(\d{1,6})-(\d{1,6})$/);
    if (whole) return [Number(whole[1]), Number(whole[2])];
    const short = word.match(/^(-?)(\d{1,6})$/);
    if (!short || !target) return null;
    const low = Number(short[2]);
    const high = Math.min(low <= target - lead ? target : low + lead, cap || Infinity);
    return short[1] ? [low, high] : [high, low];
  };

  // Whether a set can end so.
  const isPossibleSet = ([one, other], { target, lead, cap }) => {
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    if (low === high || !target || lead === 1) return low < high && (!target || high === target);
    if (high === target) return low <= target - 2 || (cap === target && low === cap - 1);
    return high > target && (high - low === 2 || (high === cap && high - low === 1)) && (!cap || high <= cap);
  };

  // How many sets each side has won, and which set was the last that could be played; null while the match goes on.
  const typedMatch = (sets, { most, needed }) => {
    const won = [0, 0];
    let last = null;
    for (const [at, set] of sets.entries()) {
      if (!set || last !== null) break;
      won[Number(set[0] < set[1])] += 1;
      if (at + 1 === most || (needed && Math.max(...won) >= needed)) last = at;
    }
    return { won, last };
  };

  // A stored result as people read it: of sets, how many each side has won.
  const shownResult = (text, sets) => {
    if (!sets || !/^\d/.test(text)) return text.replaceAll("-", "–");
    const all = text.split(" ").map((set) => set.split("-").map(Number));
    return typedMatch(all, { most: all.length, needed: 0 }).won.join("–");
  };

  // What is kept in the browser until the server has it: what other rounds left there, and the unsent of this one.
  const unsent = (kept, queue, round) => [
    ...kept.filter((item) => item.round !== round),
    ...queue.filter((item) => item.state === "waiting" || item.state === "sending")
      .map(({ table, result, was, version, key, also }) => ({ table, result, was, version, key, also, round })),
  ];

  // What was refused and is settled by a result of the same table that is stored now.
  const outdated = (queue, stored) =>
    queue.filter((item) => item !== stored && item.state === "refused" && item.table === stored.table);

  // Without capitals, accents and Turkish dots: as people type who are in a hurry.
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ı", "i");
  // Whether somebody who types `wish` means the table: its number, or every word of it in a name.
  const isMeant = (wish, number, ...sides) => {
    const words = plain(wish).split(/\s+/).filter(Boolean);
    if (words.length === 1 && /^\d+$/.test(words[0])) return Number(words[0]) === Number(number);
    const names = plain(sides.join(" "));
    return words.every((word) => names.includes(word));
  };

  // Whether to send again later: the server was not there, broken, or busy.
  const isLater = (status) => status >= 500 || status === 429;

  // --- a player's phone -----------------------------------------------------------------------------------
  // What an answer means: keep and send again after some seconds, or done (stored, or a page that says why not).
  const phoneAnswer = (status) => {
    if (isLater(status)) return { done: false, seconds: status === 429 ? 30 : 4 };
    return { done: true, stored: status === 204, seconds: 4 };
  };

  // A score after a button: the one it sets, or one more or less than before, never below nothing.
  const stepped = (value, set, add) => (set !== undefined ? set : String(Math.min(999999, Math.max(0, (parseInt(value, 10) || 0) + add))));

  // --- one round, standings -------------------------------------------------------------------------------
  // `/e/ABC123/player/7` and `#points` are the value `7/points`.
  const workingOf = (path, hash) => `${path.split("/").pop()}/${hash.slice(1).replaceAll("/", "~")}`;

  // --- the wall -------------------------------------------------------------------------------------------
  const quantile = (numbers, share) => [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) * share)] || 0;

  const MOST_COLUMNS = 6;
  // How `n` rows fill a space: their size in pixels, how many columns of how many rows, and pages. `need` is the width of a
  // row and `high` its height, in letters. As large as fits on one page; if that were smaller than `least`, on more pages,
  // which are about equally full.
  const wallGrid = ({ n, width, height, gap, need, high, least, largest }) => {
    const size = (columns, rows) =>
      Math.min(largest, (width - gap * (columns - 1)) / columns / need, height / rows / high);
    let best = { size: 0, columns: 1, rows: 1, pages: 1 };
    for (let columns = 1; columns <= Math.min(MOST_COLUMNS, n); columns += 1) {
      const rows = Math.ceil(n / columns);
      if (size(columns, rows) > best.size) best = { size: size(columns, rows), columns, rows, pages: 1 };
    }
    if (best.size >= least || n < 2) return { ...best, size: Math.max(best.size, Math.min(least, largest)) };
    const columns = Math.max(1, Math.min(MOST_COLUMNS, Math.floor((width + gap) / (need * least + gap))));
    const most = Math.max(1, Math.floor(height / (high * least))) * columns;
    const pages = Math.ceil(n / most);
    const rows = Math.ceil(Math.ceil(n / pages) / columns);
    return { size: Math.max(least, size(columns, rows)), columns, rows, pages };
  };

  // How long a page stays. Whoever looks for a name waits for one page only, so all of them have their turn within
  // 20 seconds, as long as each can be read; who reads results or places has time for every row.
  const LEAST_SECONDS = 5;
  const pageSeconds = (kind, rows, pages) => {
    const calm = 3 + (kind === "names" ? 0.12 : 0.3) * rows;
    return Math.max(LEAST_SECONDS, kind === "names" ? Math.min(calm, 19.8 / pages) : Math.min(calm, 20));
  };

  // From where to where some rows go: A–F, 1–60.
  const spanOf = (first, last) => (first === last ? first : `${first}–${last}`);

  // The last fifth of the time, but at least five minutes (and no more than half of it), is announced by its colour.
  const clockStage = (left, length) => {
    if (left <= 0) return "over";
    return left <= Math.min(Math.max(300, length / 5), length / 2) ? "last" : "";
  };
  const TIME_UP_SECONDS = 60;
  const isTimeUp = (left, running) => running && left <= 0 && left > -TIME_UP_SECONDS;

  const turned = (at, step, pages) => ((at || 0) + step + pages) % pages;

  // What the wall does with news: nothing, look at results and clock, or everything anew.
  // The room also shows what players report, and looks at all of it.
  const wallLooks = (topics, room) => {
    if (!topics || room) return "all";
    if (topics.every((topic) => topic === "reports")) return "";
    return topics.some((topic) => ["round", "players", "settings"].includes(topic)) ? "all" : "now";
  };

  return Object.freeze({
    clockFace, clockStage, concerns, isLater, isMeant, isPossibleSet, isTimeUp, merged, outdated, padKey,
    pageSeconds, phoneAnswer, quantile, reconnectAfter, say, shownResult, sound, spanOf, stepped, turned, typedAbsence,
    typedMatch, typedResult, typedSet, unsent, wallGrid, wallLooks, workingOf,
  });
})();
