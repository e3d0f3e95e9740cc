// Results typed table by table. A tick only after the server has stored it; what could not be sent stays and is sent
// again by itself, with the same key, so that it counts once.
"use strict";

(() => {
  const form = document.getElementById("entry");
  if (!form) return;
  const texts = JSON.parse(document.getElementById("results-texts").textContent);
  const tableField = document.getElementById("entry-table");
  const scores = [...form.querySelectorAll("[data-score]")];
  const who = document.getElementById("entry-who");
  const problem = document.getElementById("entry-problem");
  const absentBox = document.getElementById("entry-absent");
  const heard = document.getElementById("entry-heard");
  const codes = form.dataset.codes; // the keys that stand for a whole result; where there are none, scores are typed
  const byCode = codes !== "";
  const round = form.dataset.round;
  const STORE = `ronda:unsent:${document.body.dataset.code}`;
  const RETRY_MILLISECONDS = 2000;
  const PATIENCE_MILLISECONDS = 8000;
  const UNHEARD_MILLISECONDS = 1500; // what takes longer to be stored is seen to be on its way
  const ONE_KEY_MILLISECONDS = 350; // in which a key may turn out to be the first of "1-0"
  const BLIND_MILLISECONDS = 400; // an Enter so soon was meant for something else

  let tables = new Map();
  const queue = [];
  let busy = false;
  let timer = null;
  let restored = null; // what came back into the form because the server did not take it
  let flowing = false; // from one missing table to the next; where a key stands for a result, it stores it and moves on
  let oneKey = 0; // the moment at which it is stored
  let interrupted = ""; // the table that was next when a question came back into the form
  let held = null; // a correction that waits in the form for what it would change

  const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
  const names = (side) => side.map(([, name]) => name).join(" / ");
  const { say } = ronda;
  const make = (tag, content, attributes = {}) => {
    const element = document.createElement(tag);
    if (content) element.textContent = content;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const button = (text, press, kind = "small-button") => {
    const made = make("button", text, { type: "button", class: kind });
    made.addEventListener("click", press);
    return made;
  };

  // --- who sits where -------------------------------------------------------------------------------------
  // They come with the page; after news it asks for those that have changed.
  const take = (found, whole) => {
    tables = ronda.knownTables(tables, found, whole);
    const newer = found.last > found.round && !form.hasAttribute("data-explicit");
    document.getElementById("newer").hidden = !newer;
    showWho();
  };
  const load = async (only) => {
    try {
      const asked = only.length ? `${form.dataset.tables}&only=${only.join(",")}` : form.dataset.tables;
      const response = await fetch(asked, { headers: { accept: "application/json", "Ronda-Version": document.body.dataset.version } });
      if (!response.ok) return;
      take(await response.json(), !only.length);
    } catch { /* not connected: the stream says so, and asks again */ }
  };
  document.addEventListener("ronda:news", (event) => {
    const asked = ronda.tablesToAsk(event.detail);
    if (asked) load(asked);
  });

  const told = (result) => texts.told[result] || result;
  const chosen = () => tables.get(String(Number(tableField.value.trim() || NaN)));
  const missing = () => ronda.missingTables(tables, queue);
  const sides = new Map([...form.querySelectorAll("[data-side]")].map((element) => [element, element.textContent]));

  const showWho = () => {
    const table = chosen();
    for (const [element, usual] of sides) element.textContent = table ? names(table[element.dataset.side]) : usual;
    who.replaceChildren();
    if (table) {
      who.append(`${names(table.first)} – ${names(table.second)} `);
      if (table.result) who.append(make("span", say(texts.has, { result: told(table.result) }), { class: "chip warn" }));
    } else if (tableField.value.trim()) {
      who.append(make("span", say(texts.no_table, { table: tableField.value.trim() }), { class: "soft" }));
    }
  };

  // --- typing ---------------------------------------------------------------------------------------------
  const clean = () => {
    problem.replaceChildren();
    absentBox.hidden = true;
    for (const field of [tableField, ...scores]) field.removeAttribute("aria-invalid");
  };
  const hold = (item) => {
    held = item;
    for (const field of [tableField, ...scores]) field.readOnly = Boolean(item);
  };
  const clear = () => {
    restored = null;
    flowing = false;
    interrupted = "";
    clearTimeout(oneKey);
    hold(null);
    tableField.value = "";
    for (const field of scores) field.value = "";
    clean();
    showWho();
    tableField.focus();
  };
  // Somebody goes on typing: what came back waits in the list.
  const park = () => {
    if (!restored) return;
    queue.push(restored);
    restored = null;
    show();
  };
  const pick = (number) => {
    park();
    clear();
    tableField.value = number;
    flow();
    showWho();
    scores[0].focus();
  };
  // A table that nobody typed: from here on it goes from one that is missing to the next.
  const flow = () => { flowing = Boolean(chosen()) && !chosen().result; };
  // The question is settled: on with the table that was next.
  const resume = () => {
    const next = interrupted;
    clear();
    if (next) pick(next);
  };
  const complain = (field, text) => {
    problem.replaceChildren(make("p", text));
    field.setAttribute("aria-invalid", "true");
    field.focus();
    field.select();
  };
  const jump = (after = 0) => {
    const next = ronda.nextOf(missing(), after);
    if (next === undefined) problem.replaceChildren(make("p", texts.all_in, { class: "good" }));
    else pick(next);
  };

  const typedResult = () => ronda.typedResult(scores.map((field) => field.value), byCode);

  const submit = (text, absent = []) => {
    clean();
    if (!tableField.value.trim()) { tableField.focus(); return; }
    if (!chosen()) { who.replaceChildren(); complain(tableField, say(texts.no_table, { table: tableField.value.trim() })); return; }
    if (!text) {
      const empty = scores.find((field) => !field.value.trim()) || scores[0];
      complain(empty, scores.some((field) => field.value.trim()) ? texts.draw : texts.score_missing);
      return;
    }
    const { result, version } = chosen();
    const item = add({ table: String(Number(tableField.value)), result: text, was: result, version, absent }, scores.map((field) => field.value));
    restored = null;
    const goOn = flowing || interrupted !== "";
    if (item.fields.was) { hold(item); problem.replaceChildren(make("p", texts.sending, { class: "soft" })); } else clear();
    if (goOn) jump(Number(item.fields.table));
    pump();
  };

  form.addEventListener("submit", (event) => { event.preventDefault(); submit(typedResult()); });
  tableField.addEventListener("input", () => {
    flowing = false; // slips in any order: after each the next number is typed
    if (restored) {
      park();
      for (const field of scores) field.value = "";
      clean();
    }
    showWho();
  });
  if (byCode) scores[0].addEventListener("input", () => {
    clearTimeout(oneKey);
    const { own, more } = ronda.oneKey(scores[0].value);
    if (more) scores[0].value = own;
    if (!flowing || restored || own.length !== 1 || !codes.includes(own) || chosen().result) return;
    if (!more) { oneKey = setTimeout(() => submit(own), ONE_KEY_MILLISECONDS); return; }
    submit(own);
    if (!flowing) return;
    scores[0].value = more; // the key is for the next table
    scores[0].dispatchEvent(new Event("input"));
  });
  form.addEventListener("keydown", (event) => {
    const field = event.target;
    if (restored && problem.contains(field) && /^\d$/.test(event.key)) { // the next table, not an answer
      event.preventDefault();
      park();
      resume();
      (flowing ? scores[0] : tableField).value = event.key;
      showWho();
      return;
    }
    if (!field.matches("input:not([type=checkbox])") || held) { if (held && event.key === "Enter") event.preventDefault(); return; }
    const at = scores.indexOf(field);
    if (event.key === "Escape") { // from an empty form it leads out of it, to the shortcuts
      event.preventDefault();
      const empty = !restored && [tableField, ...scores].every((one) => !one.value.trim());
      clear();
      if (empty) tableField.blur();
      return;
    }
    if (event.key === "Enter") {
      event.preventDefault();
      if (field === tableField && !field.value.trim()) { jump(); return; }
      if (flowing && at === 0 && !field.value.trim()) return; // it was meant for the table before
      if (field === tableField && (restored || scores.every((score) => !score.value.trim()))) {
        if (chosen()) { scores[0].focus(); scores[0].select(); } else submit("");
        return;
      }
      if (at === 0 && scores.length > 1 && field.value.trim() && field.value.trim() !== "+" && !scores[1].value.trim()) { scores[1].focus(); return; }
      submit(typedResult());
      return;
    }
    if (byCode) return;
    const { swallow, move, fill } = ronda.padKey(event.key, at, field.value); // signs go on to the next field
    if (swallow) event.preventDefault();
    if (move) scores[at + 1].focus();
    if (fill) scores[at + 1].value = fill;
  });

  form.addEventListener("click", (event) => {
    const pressed = event.target.closest("button[type=button]");
    if (!pressed) return;
    if (pressed.dataset.scoreText) {
      const at = pressed.dataset.target === "first" ? 0 : 1;
      scores[at].value = pressed.dataset.scoreText;
      (tableField.value.trim() ? scores[1 - at] : tableField).focus();
    } else if (pressed.hasAttribute("data-asks-who") && chosen()) {
      askWho(chosen());
    } else if (pressed.dataset.resultText) {
      submit(pressed.dataset.resultText);
    } else if (pressed.hasAttribute("data-absent-done")) {
      submit("---", [...absentBox.querySelectorAll(":checked")].map((box) => box.value));
    }
  });
  const askWho = (table) => {
    const box = absentBox.querySelector("div");
    box.replaceChildren(...[...table.first, ...table.second].map(([id, name]) => {
      const label = make("label", "", { class: "check" });
      label.append(make("input", "", { type: "checkbox", value: id }), name);
      return label;
    }));
    absentBox.hidden = false;
    box.querySelector("input").focus();
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-pick]");
    if (event.target.closest("[data-pick] form")) return; // a button in the row is meant itself
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    pick(link.dataset.pick);
    form.scrollIntoView({ block: "nearest" });
  });

  // --- sending --------------------------------------------------------------------------------------------
  const keep = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(STORE) || "[]");
      localStorage.setItem(STORE, JSON.stringify(ronda.unsent(kept, queue, round)));
    } catch { /* a browser that keeps nothing: the page itself still does */ }
  };
  const recall = () => {
    try {
      for (const { fields, typed, key, round: its } of JSON.parse(localStorage.getItem(STORE) || "[]")) {
        if (its === round) queue.push({ fields, typed, key, state: "waiting" });
      }
    } catch { /* the same */ }
  };
  const add = (fields, typed) => {
    const item = { fields, typed, key: newKey(), state: "sending", since: performance.now() };
    queue.push(item);
    keep();
    setTimeout(show, UNHEARD_MILLISECONDS);
    return item;
  };
  const drop = (item) => {
    const at = queue.indexOf(item);
    if (at >= 0) queue.splice(at, 1);
    keep();
    show();
  };

  const pump = async () => {
    if (busy) return;
    const item = queue.find((one) => one.state === "sending" || one.state === "waiting");
    if (!item) return;
    busy = true;
    clearTimeout(timer);
    const arrived = await send(item);
    busy = false;
    if (held && held.state === "waiting") clear();
    keep();
    show();
    if (arrived) pump();
    else timer = setTimeout(pump, RETRY_MILLISECONDS);
  };

  // Whether the server has answered at all; what it said is in the item.
  const send = async (item) => {
    const body = new URLSearchParams({ round, table: item.fields.table, result: item.fields.result, was: item.fields.was, _key: item.key, _version: item.fields.version || form.elements._version.value });
    for (const player of item.fields.absent) body.append("absent", player);
    for (const name of ["sure", "_confirm"]) if (item.fields[name]) body.set(name, "true");
    let response;
    try {
      response = await fetch(form.action, { method: "POST", headers: { accept: "application/json" }, body, signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) });
      if (ronda.isLater(response.status)) throw new Error("later");
      const found = (response.headers.get("content-type") || "").includes("json") ? await response.json() : null;
      answered(item, found && found.state ? found : { state: "refused", message: texts.trouble, moves: [] });
      return true;
    } catch {
      for (const one of queue) if (one.state === "sending") one.state = "waiting";
      return false;
    }
  };

  const answered = (item, found) => {
    if (found.state === "done") {
      item.state = "done";
      item.fields.result = found.result;
      const { table } = item.fields;
      const known = tables.get(table);
      if (known) tables.set(table, { ...known, result: found.result, version: found.version });
      heard.textContent = `${texts.table} ${table}: ${told(found.result)}, ${texts.stored}`;
      drop(item);
      for (const earlier of ronda.outdated(queue, item)) drop(earlier);
      if (item === held) clear();
      return;
    }
    item.state = "refused";
    item.answer = found;
    const untouched = scores.every((field) => !field.value.trim()) && (!tableField.value.trim() || (flowing && !byCode));
    if (untouched || item === held) putBack(item);
  };

  // --- what the server wants to know, or does not accept --------------------------------------------------
  const again = (item, change) => {
    const fields = { ...item.fields, ...change };
    drop(item);
    if (item === restored) resume();
    else tableField.focus();
    add(fields, item.typed);
    pump();
  };
  const choices = (item) => {
    const { state, current } = item.answer;
    const forget = () => { drop(item); if (item === restored) resume(); else tableField.focus(); };
    if (state === "doubt") return [button(texts.yes, () => again(item, { sure: true }), "primary"), button(texts.edit, () => edit(item))];
    if (state === "confirm") return [button(texts.replace, () => again(item, { _confirm: true }), "primary"), button(texts.keep, forget)];
    if (state === "changed") return [button(texts.keep, forget, "primary"), button(texts.replace, () => again(item, { was: current, _confirm: true }))];
    return [button(texts.edit, () => edit(item)), button(texts.drop, () => drop(item))];
  };
  const edit = (item) => {
    putBack(item);
    scores[0].focus();
    scores[0].select();
  };
  const explained = (item) => {
    const { message, article, place, moves } = item.answer;
    const parts = [make("p", article && !place ? `${message} (${article})` : message)];
    if (place) {
      const link = Object.assign(make("a", article), { className: "article", href: (document.documentElement.dataset.root || "") + place, target: "guide" });
      parts[0].append(" (", link, ")");
    }
    if (moves.length) {
      const list = make("ul");
      list.append(...moves.map((move) => make("li", move)));
      parts.push(list);
    }
    return parts;
  };
  // Back into the form, with what is wrong beside the fields.
  const putBack = (item) => {
    const next = flowing ? tableField.value : interrupted;
    if (item !== restored) park();
    drop(item);
    clear();
    interrupted = next;
    tableField.value = item.fields.table;
    scores.forEach((field, at) => { field.value = item.typed[at] || ""; });
    showWho();
    problem.replaceChildren(...explained(item));
    restored = item;
    if (item.answer.state !== "refused") {
      const since = performance.now();
      const row = make("p", "", { class: "buttons" });
      row.append(...choices(item));
      row.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && performance.now() - since < BLIND_MILLISECONDS) event.preventDefault();
      });
      problem.append(row);
      row.querySelector("button").focus();
    } else {
      for (const field of scores) field.setAttribute("aria-invalid", "true");
      tableField.focus();
      tableField.select();
    }
  };

  const show = () => {
    const list = document.getElementById("queue");
    const unheard = (item) => item.state !== "sending" || performance.now() - item.since >= UNHEARD_MILLISECONDS - 1;
    const seen = queue.filter(unheard); // what is stored is in the list of tables
    document.getElementById("queue-card").hidden = !seen.length;
    list.replaceChildren(...seen.map((item) => {
      const table = tables.get(item.fields.table);
      const kind = { waiting: "waiting-for-line", refused: "refused", sending: "" }[item.state];
      const row = make("li", "", kind ? { class: kind } : {});
      row.append(make("span", item.fields.table, { class: "at" }), make("b", told(item.fields.result)));
      if (table) row.append(make("span", `${names(table.first)} – ${names(table.second)}`, { class: "soft" }));
      const state = { waiting: texts.waiting, sending: texts.sending, refused: texts.refused }[item.state];
      row.append(make("span", item.state === "refused" ? [`${state}: ${item.answer.message}`, ...item.answer.moves].join(" · ") : state, { class: "state" }));
      if (item.state === "refused") row.append(...choices(item));
      return row;
    }));
  };

  document.addEventListener("ronda:online", pump);
  window.addEventListener("online", pump);
  recall();
  take(JSON.parse(document.getElementById("known-tables").textContent), true);
  show();
  // A table that came with the page, now: whoever types before this ran stays there.
  if (tableField.defaultValue && !form.contains(document.activeElement)) { flow(); scores[0].focus(); }
  pump();
})();
