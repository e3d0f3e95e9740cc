// The decisions of the scripts (static/logic.js), without a browser: node --test tests/javascript
"use strict";

const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const vm = require("node:vm");

const SCRIPT = path.join(__dirname, "../../src/ronda/web/static/logic.js");
vm.runInThisContext(readFileSync(SCRIPT, "utf-8"), { filename: SCRIPT }); // as a page does: one plain script
const ronda = globalThis.ronda;

// --- news ---------------------------------------------------------------------------------------------------

test("a part looks again at its own topics, and at news that name none", () => {
  assert.ok(ronda.concerns("results round", { topics: ["round"] }));
  assert.ok(!ronda.concerns("results round", { topics: ["players", "clock"] }));
  assert.ok(!ronda.concerns("result", { topics: ["results"] }), "whole words");
  assert.ok(ronda.concerns("results", { version: 7 }));
});

test("news that were not looked at yet become one", () => {
  assert.deepEqual(ronda.merged(null, { version: 3, topics: ["round"] }), { version: 3, topics: ["round"] });
  const both = ronda.merged({ version: 3, topics: ["round", "clock"] }, { version: 4, topics: ["clock", "players"] });
  assert.deepEqual(both, { version: 4, topics: ["round", "clock", "players"] });
  assert.equal(ronda.merged({ version: 3 }, { version: 4, topics: ["clock"] }).topics, undefined, "anything may have changed");
  assert.equal(ronda.merged({ version: 3, topics: ["clock"] }, { version: 4 }).topics, undefined);
});

test("who is refused asks less and less often, and not all at one moment", () => {
  assert.deepEqual([1, 2, 3].map((refused) => ronda.reconnectAfter(refused, 0.5)), [2000, 4000, 8000]);
  assert.equal(ronda.reconnectAfter(20, 0.5), 60_000);
  assert.ok(ronda.reconnectAfter(3, 0) < ronda.reconnectAfter(3, 1));
});

// --- clocks -------------------------------------------------------------------------------------------------

test("the face of a clock", () => {
  const faces = { 725: "12:05", 0: "0:00", 59.2: "1:00", 0.1: "0:01", "-0.4": "-0:01", "-30": "-0:30", 3900: "1:05:00", 3599.5: "1:00:00" };
  for (const [seconds, face] of Object.entries(faces)) assert.equal(ronda.clockFace(Number(seconds)), face, seconds);
  assert.equal(ronda.clockFace(-0), "0:00");
});

test("a sound at the mark, once", () => {
  const settings = { warn: 300, on: true };
  assert.equal(ronda.sound(300.2, 300, settings), "warning");
  assert.equal(ronda.sound(300, 299.8, settings), "", "it has been");
  assert.equal(ronda.sound(0.1, -0.1, settings), "ending");
  assert.equal(ronda.sound(-0.1, -0.3, settings), "");
  assert.equal(ronda.sound(301, 299, { warn: 60, on: true }), "");
  assert.equal(ronda.sound(301, 299, { warn: 0, on: true }), "", "no warning is wanted");
});

test("no sound: switched off, just opened, slept too long, or set by hand", () => {
  assert.equal(ronda.sound(0.1, -0.1, { warn: 300, on: false }), "");
  assert.equal(ronda.sound(undefined, -0.1, { warn: 300, on: true }), "");
  assert.equal(ronda.sound(10, -119, { warn: 300, on: true }), "ending");
  assert.equal(ronda.sound(10, -120, { warn: 300, on: true }), "");
  assert.equal(ronda.sound(329, 300, { warn: 300, on: true }), "warning");
  assert.equal(ronda.sound(330, 300, { warn: 300, on: true }), "", "a minute was taken off");
});

// --- results ------------------------------------------------------------------------------------------------

test("facts go into a text; what is not known stays to be seen", () => {
  assert.equal(ronda.say("Table {table} has {result}, {other}", { table: 3, result: "5–3" }), "Table 3 has 5–3, {other}");
});

test("an absence typed into one field", () => {
  for (const signs of ["+", "+-", "+--", " +–– "]) assert.equal(ronda.typedAbsence(signs), "+--");
  assert.equal(ronda.typedAbsence("-+"), "--+");
  assert.equal(ronda.typedAbsence("---"), "---");
  for (const other of ["", "-", "-9", "11-7"]) assert.equal(ronda.typedAbsence(other), "");
});

test("sets: whole, by the loser's points, and whether they are possible", () => {
  const eleven = { target: 11, lead: 2, cap: 0 };
  const set = (text, rules = eleven) => ronda.typedSet(text, rules);
  assert.deepEqual(["7", "-9", "5", "10", "-0"].map((text) => set(text)), [[11, 7], [9, 11], [11, 5], [12, 10], [0, 11]]);
  assert.deepEqual(set(" 11 – 7 "), [11, 7]);
  assert.deepEqual(set("11:7"), [11, 7]);
  for (const text of ["", "x", "-", "--9", "7-"]) assert.equal(set(text), null);
  assert.equal(set("7", { target: 0, lead: 2, cap: 0 }), null);
  assert.deepEqual(set("29", { target: 21, lead: 2, cap: 30 }), [30, 29]);
  const possible = (text, rules) => ronda.isPossibleSet(text.split("-").map(Number), rules);
  for (const text of ["11-0", "9-11", "12-10", "20-18"]) assert.ok(possible(text, eleven), text);
  for (const text of ["11-10", "10-8", "13-10", "11-11", "12-9"]) assert.ok(!possible(text, eleven), text);
  const capped = { target: 21, lead: 2, cap: 30 };
  for (const text of ["30-29", "30-28", "22-20"]) assert.ok(possible(text, capped), text);
  for (const text of ["31-29", "30-27", "29-28"]) assert.ok(!possible(text, capped), text);
  for (const text of ["7-6", "7-5", "6-4"]) assert.ok(possible(text, { target: 6, lead: 2, cap: 7 }), text);
  assert.ok(possible("11-10", { target: 11, lead: 2, cap: 11 }));
  assert.ok(possible("11-10", { target: 11, lead: 1, cap: 0 }) && !possible("12-10", { target: 11, lead: 1, cap: 0 }));
  assert.ok(possible("3-2", { target: 0, lead: 2, cap: 0 }) && !possible("3-3", { target: 0, lead: 2, cap: 0 }));
});

test("a match of sets is over when somebody has enough of them, or all are played", () => {
  const [won, lost] = [[11, 7], [7, 11]];
  const five = { most: 5, needed: 3 };
  assert.deepEqual(ronda.typedMatch([won, lost, won, null, null], five), { won: [2, 1], last: null });
  assert.deepEqual(ronda.typedMatch([won, won, won, lost, null], five), { won: [3, 0], last: 2 });
  assert.deepEqual(ronda.typedMatch([won, null, won], five), { won: [1, 0], last: null });
  assert.deepEqual(ronda.typedMatch([won, won, lost], { most: 3, needed: 0 }), { won: [2, 1], last: 2 });
  assert.equal(ronda.shownResult("11-7 9-11 11-5 12-10", true), "3–1");
  assert.equal(ronda.shownResult("--+", true), "––+");
  assert.equal(ronda.shownResult("2-0-1", false), "2–0–1");
});

test("what was typed, as one result", () => {
  const typed = (...values) => ronda.typedResult(values, false);
  assert.equal(typed("5", " 3 "), "5-3");
  assert.equal(typed("5", ""), "");
  assert.equal(typed("", "3"), "");
  assert.equal(typed("+", ""), "+--");
  assert.equal(typed("-", "+"), "--+");
  assert.equal(typed("-", "-"), "---");
  assert.equal(typed("-", ""), "", "nobody came only if both signs say so");
});

test("signs of the number pad go on to the next field", () => {
  assert.deepEqual(ronda.padKey("-", 0, "5"), { swallow: true, move: true, fill: undefined });
  assert.deepEqual(ronda.padKey("+", 0, "-"), { swallow: true, move: true, fill: "+" });
  assert.deepEqual(ronda.padKey("*", 0, "-"), { swallow: true, move: true, fill: "-" });
  assert.deepEqual(ronda.padKey("-", 0, ""), { swallow: false }, "the first sign is typed");
  assert.deepEqual(ronda.padKey("/", 1, "3"), { swallow: true });
  assert.deepEqual(ronda.padKey("+", 1, ""), { swallow: false });
  assert.deepEqual(ronda.padKey("7", 0, "5"), {});
  assert.deepEqual(ronda.padKey("Enter", 0, "5"), {});
});

test("what is not sent yet is kept, also that of other rounds", () => {
  const item = (key, state) => ({ table: "1", result: "5-3", was: "", version: "7", key, state, answer: "x" });
  const kept = [{ key: "old", round: "1" }, { key: "was", round: "2" }];
  const queue = [item("a", "sending"), item("b", "waiting"), item("c", "done"), item("d", "refused")];
  const now = ronda.unsent(kept, queue, "2");
  assert.deepEqual(now.map((one) => one.key), ["old", "a", "b"]);
  assert.deepEqual(now[1], { table: "1", result: "5-3", was: "", version: "7", key: "a", also: undefined, round: "2" });
});

test("later: the server is broken or busy; what it refuses is an answer", () => {
  assert.deepEqual([200, 204, 400, 403, 409, 422, 429, 499, 500, 503].filter(ronda.isLater), [429, 500, 503]);
});

test("what an answer means to a phone", () => {
  assert.deepEqual(ronda.phoneAnswer(204), { done: true, stored: true, seconds: 4 });
  assert.deepEqual(ronda.phoneAnswer(422), { done: true, stored: false, seconds: 4 });
  assert.deepEqual(ronda.phoneAnswer(503), { done: false, seconds: 4 });
  assert.deepEqual(ronda.phoneAnswer(429), { done: false, seconds: 30 });
});

test("quick scores", () => {
  assert.equal(ronda.stepped("", "13", NaN), "13");
  assert.equal(ronda.stepped("7", undefined, 1), "8");
  assert.equal(ronda.stepped("", undefined, 1), "1");
  assert.equal(ronda.stepped("0", undefined, -1), "0");
});

// --- a round, standings, the wall ---------------------------------------------------------------------------

test("the value that a link of the standings means", () => {
  assert.equal(ronda.workingOf("/e/ABC123/player/7", "#points"), "7/points");
});

test("rows of the wall: how wide, how many columns, how large", () => {
  assert.equal(ronda.quantile([5, 1, 9, 3], 1), 9);
  assert.equal(ronda.quantile([5, 1, 9, 3], 0.5), 3);
  assert.equal(ronda.quantile([10, 9], 1), 10, "by number, not by letter");
  assert.equal(ronda.quantile([], 0.9), 0);
});

const SCREEN = { width: 1840, height: 830, gap: 30, high: 1.28, largest: 110 };

test("400 names fill three pages of five columns, and everybody has been shown within 20 seconds", () => {
  const grid = ronda.wallGrid({ ...SCREEN, n: 400, need: 13.5, least: 24 });
  assert.deepEqual([grid.columns, grid.pages], [5, 3]);
  assert.ok(grid.columns * grid.rows * grid.pages >= 400);
  assert.ok(grid.size >= 24 && grid.rows * grid.size * 1.28 <= 830 + 1e-6);
  assert.ok(3 * ronda.pageSeconds("names", 134, 3) <= 20);
});

test("rows are as large as fits on one page, whatever the screen and however many there are", () => {
  for (const [width, height] of [[1230, 520], [1840, 830], [3680, 1660]]) {
    const least = (24 * height) / 830;
    for (const n of [1, 2, 3, 7, 20, 64, 135, 200, 500, 2000]) {
      const given = { n, width, height, gap: 20, need: 14, high: 1.3, least, largest: (110 * height) / 830 };
      const { size, columns, rows, pages } = ronda.wallGrid(given);
      assert.ok(columns * rows * pages >= n, `all ${n} rows have their place`);
      assert.ok(columns * rows * (pages - 1) < n, "no page is empty");
      assert.ok(size <= given.largest && size >= Math.min(least, given.largest));
      assert.ok(rows * size * 1.3 <= height + 1e-6, `${n} rows are not higher than the screen`);
      if (pages === 1) assert.ok(columns * size * 14 + 20 * (columns - 1) <= width + 1e-6);
    }
  }
});

test("a name that is wider than the screen still gets a row", () => {
  const grid = ronda.wallGrid({ ...SCREEN, n: 3, need: 200, least: 24 });
  assert.deepEqual([grid.size, grid.columns], [24, 1]);
});

test("the last minutes, the end, and one minute of it on the whole screen", () => {
  assert.deepEqual([1200, 420, 419, 1, 0, -5].map((left) => ronda.clockStage(left, 2100)), ["", "last", "last", "last", "over", "over"]);
  assert.equal(ronda.clockStage(301, 1000), "");
  assert.equal(ronda.clockStage(300, 1000), "last", "five minutes at least");
  assert.equal(ronda.clockStage(200, 300), "", "but not from the beginning");
  assert.ok(ronda.isTimeUp(0, true) && ronda.isTimeUp(-59, true));
  assert.ok(!ronda.isTimeUp(-60, true) && !ronda.isTimeUp(1, true) && !ronda.isTimeUp(-5, false));
});

test("pages turn both ways and stay as long as there is to read", () => {
  assert.equal(ronda.turned(undefined, 1, 3), 1);
  assert.equal(ronda.turned(2, 1, 3), 0);
  assert.equal(ronda.turned(0, -1, 3), 2);
  assert.equal(ronda.pageSeconds("names", 50, 1), 9);
  assert.equal(ronda.pageSeconds("names", 134, 3).toFixed(1), "6.6");
  assert.equal(ronda.pageSeconds("names", 134, 15), 5, "never faster than can be read");
  assert.equal(ronda.pageSeconds("tables", 20, 2), 9);
  assert.equal(ronda.pageSeconds("standings", 200, 2), 20);
  assert.equal(ronda.spanOf("A", "F"), "A–F");
  assert.equal(ronda.spanOf("A", "A"), "A");
});

test("what the wall looks at again", () => {
  assert.equal(ronda.wallLooks(undefined), "all");
  assert.equal(ronda.wallLooks(["reports"]), "");
  assert.equal(ronda.wallLooks(["reports"], true), "all", "the room shows who has reported");
  assert.equal(ronda.wallLooks(["reports", "results"]), "now");
  assert.equal(ronda.wallLooks(["clock"]), "now");
  for (const topic of ["round", "players", "settings"]) assert.equal(ronda.wallLooks(["results", topic]), "all");
});

test("what was refused is settled by a stored result of the same table", () => {
  const stored = { state: "done", table: "3" };
  const refused = { state: "refused", table: "3" };
  const other = { state: "refused", table: "4" };
  assert.deepEqual(ronda.outdated([refused, other, stored], stored), [refused]);
});

test("tables are found by number or name", () => {
  assert.ok(ronda.isMeant("", "5", "Ana", "Bo") && ronda.isMeant("05", "5", "Ana", "Bo"));
  assert.ok(!ronda.isMeant("5", "15", "Player 5", "Bo"));
  assert.ok(ronda.isMeant("nunez ana", "1", "Ana Núñez", "Bo") && ronda.isMeant("isik", "1", "IŞIK Can", "Bo"));
  assert.ok(!ronda.isMeant("ana zoe", "1", "Ana", "Bo"));
});
