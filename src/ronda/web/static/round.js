// One round: results are typed into the row of their table. A result is in only after the server has stored it; what
// could not be sent stays and is sent again by itself, with the same key, so that it counts once.
"use strict";

(() => {
  if (!document.getElementById("round")) return;
  const texts = JSON.parse(document.getElementById("round-texts").textContent);
  const announced = document.getElementById("heard");
  const { say } = ronda;
  const { editorFor, focus, make } = rondaResultFields;
  const STORE = `ronda:unsent:${document.body.dataset.code}`;
  const RETRY_MILLISECONDS = 2000;
  const PATIENCE_MILLISECONDS = 8000;
  const UNHEARD_MILLISECONDS = 1500; // what takes longer to be stored is seen to be on its way
  const BLIND_MILLISECONDS = 400; // an Enter so soon was meant for something else
  const TOAST_MILLISECONDS = 8000;

  const part = () => document.getElementById("round");
  const round = () => part().dataset.round;
  const rowOf = (number) => document.getElementById(`table-${number}`);
  const rows = () => [...part().querySelectorAll("[data-pick]")].filter((row) => !row.hidden);
  const numberOf = (row) => row.dataset.pick;
  const form = JSON.parse(part().dataset.form);
  const worded = (result) => texts.worded[result] || ronda.shownResult(result, Boolean(form.parts?.sets));
  const button = (text, press, kind = "small-button") => {
    const element = make("button", text, { type: "button", class: kind });
    element.addEventListener("click", press);
    return element;
  };
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

  // --- the cursor: the row whose result is typed ------------------------------------------------------------
  let cursor = null; // number of the table, its result and version when the cursor came, what its cells held, the editor
  const queue = []; // results that are not stored yet
  let last = null; // the result that this page stored last

  const cellText = (row) => (row.dataset.result ? worded(row.dataset.result) : "–");
  const cellsOf = (row) => [...row.querySelectorAll("td.score, td.sets")]; // sets have a cell of their own for the fields
  const leave = () => {
    if (!cursor) return;
    const row = rowOf(cursor.number);
    if (row) {
      row.classList.remove("chosen");
      cellsOf(row).forEach((cell, at) => cell.replaceChildren(...cursor.content[at]));
    }
    cursor = null;
  };
  // Puts the fields into the row of a table; with what was `typed` there before, where the row came anew.
  const place = (number, typed) => {
    if (!part().hasAttribute("data-enters")) return false;
    leave();
    const row = rowOf(number);
    if (!row) return false;
    const cells = cellsOf(row);
    const content = cells.map((cell) => (cell.querySelector("form") ? [cell.matches(".score") ? cellText(row) : ""] : [...cell.childNodes]));
    const editor = editorFor({ row, form, texts, submit, complain: (field, text) => complain(String(number), field, text), takeBack: () => last && takeBack(last) });
    cells.at(-1).replaceChildren(editor.box);
    row.classList.add("chosen");
    cursor = { number: String(number), was: row.dataset.result, version: part().dataset.version, content, ...editor, at: 0 };
    if (typed) editor.fill(typed);
    row.scrollIntoView({ block: "nearest" });
    focus(cursor.fields[0]);
    return true;
  };
  // The same cursor in a row that came anew: what is typed stays, and so does the field one is in.
  const replaceCursor = ({ number, was, version, fields, at }) => {
    const typed = fields.map((field) => field.value);
    const elsewhere = at < 0 && document.activeElement; // in the field that finds, perhaps
    cursor = null;
    if (!place(number, typed)) return;
    Object.assign(cursor, { was, version, at });
    if (!elsewhere) cursor.fields[at].focus();
    else if (elsewhere.isConnected && elsewhere !== document.body) elsewhere.focus({ preventScroll: true });
    else document.activeElement.blur();
  };
  document.addEventListener("focusin", (event) => { if (cursor) cursor.at = cursor.fields.indexOf(event.target); });
  const isMissing = (row) => !row.dataset.result && !queue.some((item) => item.table === numberOf(row) && item.state !== "refused");
  const nextMissing = (after) => {
    const missing = rows().filter(isMissing);
    return missing.find((row) => Number(numberOf(row)) > Number(after)) ?? missing[0];
  };
  const goOn = (after) => {
    const next = nextMissing(after);
    if (next) { place(numberOf(next)); return; }
    leave();
    announced.textContent = texts.all_in;
  };
  const step = (by) => {
    const shown = rows();
    const next = shown[shown.findIndex((row) => numberOf(row) === cursor.number) + by];
    if (next) place(numberOf(next));
  };
  const typedNothing = () => !cursor || cursor.fields.every((field) => !field.value?.trim());

  // --- typing ------------------------------------------------------------------------------------------------
  const complain = (number, field, text) => {
    problemRow(number, [make("p", text, { id: "complaint" })]);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", "complaint");
    focus(field);
  };
  document.addEventListener("input", ({ target }) => {
    if (!cursor || !cursor.fields.includes(target) || !target.hasAttribute("aria-invalid")) return;
    target.removeAttribute("aria-invalid");
    clearProblem(cursor.number);
  });
  const submit = (text) => {
    const { number, was, version, fields } = cursor;
    clearProblem(number);
    if (!text) {
      const empty = fields.find((field) => !field.value.trim()) || fields[0];
      complain(number, empty, fields.some((field) => field.value.trim()) ? texts.other_missing : texts.score_missing);
      return;
    }
    const typed = fields.map((field) => field.value);
    const item = { table: number, result: text, typed, was, version, key: newKey(), state: "sending", since: performance.now() };
    if (text === was) { goOn(number); return; }
    queue.push(item);
    keep();
    setTimeout(show, UNHEARD_MILLISECONDS);
    if (was) { // what a correction changes is asked in its row
      for (const field of fields) field.readOnly = true;
    } else goOn(number);
    pump();
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const asking = event.target.closest?.("tr.problem");
    if (asking && /^\d$/.test(event.key)) { // the next table, not an answer
      event.preventDefault();
      goOn(asking.dataset.under);
      cursor?.type(event.key);
      return;
    }
    if (!cursor || !cursor.box.contains(event.target)) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) { event.preventDefault(); step(by); return; }
    if (event.key === "Escape") { event.preventDefault(); clearProblem(cursor.number); leave(); return; }
    if (event.key === "/") { event.preventDefault(); event.stopImmediatePropagation(); focus(document.getElementById("find")); return; }
    if (event.key === "?" && event.target.matches("input")) { event.preventDefault(); document.getElementById("shortcuts").showModal(); return; }
    cursor.press(event, cursor.fields.indexOf(event.target));
  }, { capture: true });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-primary]");
    const to = link && new URL(link.href, location.href);
    if (to && to.pathname === location.pathname && to.searchParams.has("table") && place(to.searchParams.get("table"))) {
      event.preventDefault();
      return;
    }
    const row = event.target.closest("[data-pick]");
    if (!row || event.target.closest("a:not(.tile), button, input, summary") || String(getSelection())) return;
    if (part().matches(".swapping") && event.target.closest(".seat[draggable]")) return; // it changes places (swap.js)
    event.preventDefault();
    if (!cursor || cursor.number !== numberOf(row)) place(numberOf(row));
  });

  // --- finding -----------------------------------------------------------------------------------------------
  const filter = () => {
    const wanted = document.getElementById("find").value;
    let n = 0;
    for (const row of part().querySelectorAll("tbody tr[id]")) {
      const of = row.dataset.pick || "";
      row.hidden = !row.dataset.under && !ronda.isMeant(wanted, of, row.cells[1].textContent, row.cells[3].textContent);
      if (row.dataset.under) row.hidden = rowOf(row.dataset.under)?.hidden ?? true;
      n += !row.hidden;
    }
    part().querySelector(".none-found").hidden = n > 0 || !wanted.trim();
  };
  document.addEventListener("input", (event) => { if (event.target.id === "find") filter(); });
  document.addEventListener("keydown", (event) => {
    if (event.target.id !== "find" || !["Enter", "Escape"].includes(event.key)) return;
    const [first] = rows();
    if (event.key === "Enter" && !(first && event.target.value.trim())) return; // of a large room the server looks for it
    event.preventDefault();
    event.target.value = "";
    filter();
    if (event.key === "Enter") { if (!place(numberOf(first))) first.scrollIntoView({ block: "center" }); } else event.target.blur();
  });

  // --- sending -----------------------------------------------------------------------------------------------
  const keep = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(STORE) || "[]");
      localStorage.setItem(STORE, JSON.stringify(ronda.unsent(kept, queue, round())));
    } catch { /* a browser that keeps nothing: the page itself still does */ }
  };
  const recall = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(STORE) || "[]");
      for (const item of kept) if (item.round === round() && item.table) queue.push({ ...item, state: "waiting" });
    } catch { /* the same */ }
  };
  const drop = (item) => {
    const at = queue.indexOf(item);
    if (at >= 0) queue.splice(at, 1);
    clearProblem(item.table);
    keep();
    show();
  };
  let busy = false;
  let timer = null;
  const pump = async () => {
    if (busy) return;
    const item = queue.find((one) => one.state === "sending" || one.state === "waiting");
    if (!item) return;
    busy = true;
    clearTimeout(timer);
    const arrived = await send(item);
    busy = false;
    keep();
    show();
    if (arrived) pump();
    else timer = setTimeout(pump, RETRY_MILLISECONDS);
  };
  const ask = (form, fields) => fetch(document.getElementById(form).action, {
    method: "POST", headers: { accept: "application/json" }, body: new URLSearchParams(fields), signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
  });
  // Whether the server has answered at all; what it said is in the item.
  const send = async (item) => {
    const { table, result, was, key, version } = item;
    const fields = { round: round(), table, result, was, _key: key, _version: version, ...item.also };
    try {
      const response = await ask("enter-form", fields);
      if (ronda.isLater(response.status)) throw new Error("later");
      const answer = (response.headers.get("content-type") || "").includes("json") ? await response.json() : null;
      answered(item, answer && answer.state ? answer : { state: "refused", message: texts.trouble, moves: [] });
      return true;
    } catch {
      for (const one of queue) if (one.state === "sending") one.state = "waiting";
      return false;
    }
  };
  const answered = (item, answer) => {
    if (answer.state !== "done") {
      item.state = "refused";
      item.answer = answer;
      item.since = performance.now();
      show();
      const question = document.getElementById(`problem-${item.table}`);
      const own = cursor && cursor.number === item.table;
      if (own) for (const field of cursor.fields) field.readOnly = false;
      if (own || typedNothing()) question?.querySelector("button")?.focus();
      return;
    }
    const { table, was } = item;
    last = { table, result: answer.result, was };
    drop(item);
    for (const earlier of ronda.outdated(queue, item)) drop(earlier);
    const row = rowOf(table);
    if (row) { row.dataset.result = answer.result; row.classList.add("stored"); }
    if (cursor?.number === table) goOn(table);
    announced.textContent = `${say(texts.table, { table })}: ${worded(answer.result)}, ${texts.stored}`;
    toast(last);
    document.dispatchEvent(new CustomEvent("ronda:stored", { detail: { version: answer.version, part: "round" } }));
  };

  // --- taking the last one back --------------------------------------------------------------------------------
  let fading = null;
  const toast = (stored) => {
    const told = make("div", "", { class: "said done" });
    told.append(make("span", `${say(texts.table, { table: stored.table })}: ${worded(stored.result)} · ${texts.stored}`), button(texts.undo, () => takeBack(stored)));
    document.getElementById("say").replaceChildren(told);
    clearTimeout(fading);
    fading = setTimeout(() => told.remove(), TOAST_MILLISECONDS);
  };
  const takeBack = async ({ table, result, was }) => {
    last = null;
    const fields = { round: round(), table, was: result, before: was, _confirm: "true", _version: part().dataset.version };
    try {
      const response = await ask("back-form", fields);
      if (!response.ok) throw new Error("refused");
      document.getElementById("say").replaceChildren();
      const row = rowOf(table);
      if (row) { row.dataset.result = was; row.classList.remove("stored"); }
      if (cursor?.number !== table) place(table);
      htmx.trigger(part(), "news");
    } catch { htmx.trigger(part(), "news"); }
  };

  // --- what is on its way, and what the server wants to know ----------------------------------------------------
  const under = (row) => { // the last row that belongs to it: its claims, why, what else can be done
    let end = row;
    while (end.nextElementSibling && !end.nextElementSibling.matches("[data-pick], .rest")) end = end.nextElementSibling;
    return end;
  };
  const clearProblem = (number) => document.getElementById(`problem-${number}`)?.remove();
  const problemRow = (number, parts) => {
    clearProblem(number);
    const row = make("tr", "", { class: "problem", id: `problem-${number}`, "data-under": number });
    const cell = make("td", "", { colspan: part().querySelectorAll("thead th").length, role: "alert" });
    cell.append(...parts);
    row.append(cell);
    const at = rowOf(number);
    if (at) at.after(row);
    else part().querySelector("tbody").prepend(row);
    return row;
  };
  const again = (item, also) => {
    const next = { ...item, also: { ...item.also, ...also }, key: newKey(), state: "sending", since: performance.now() };
    drop(item);
    queue.push(next);
    goOn(item.table);
    pump();
  };
  const choices = (item) => {
    const { state, current } = item.answer;
    const forget = () => { drop(item); goOn(item.table); };
    const edit = () => { drop(item); place(item.table, item.typed); };
    if (state === "doubt") return [button(texts.yes, () => again(item, { sure: "true" }), "primary"), button(texts.edit, edit)];
    if (state === "confirm") return [button(texts.replace, () => again(item, { _confirm: "true" }), "primary"), button(texts.keep, forget)];
    if (state === "changed") return [button(texts.keep, forget, "primary"), button(texts.replace, () => { item.was = current; again(item, { _confirm: "true" }); })];
    return [button(texts.edit, edit), button(texts.drop, forget)];
  };
  const question = (item) => {
    const { message, article, place: rule, moves } = item.answer;
    const sentence = make("p", `${worded(item.result)}: ${message}`);
    if (rule) sentence.append(" (", Object.assign(make("a", article), { className: "article", href: (document.documentElement.dataset.root || "") + rule, target: "guide" }), ")");
    else if (article) sentence.append(` (${article})`);
    const parts = [sentence];
    if (moves.length) {
      const list = make("ul");
      list.append(...moves.map((move) => make("li", move)));
      parts.push(list);
    }
    const answers = make("p", "", { class: "buttons" });
    answers.append(...choices(item));
    answers.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && performance.now() - item.since < BLIND_MILLISECONDS) event.preventDefault();
    });
    return [...parts, answers];
  };
  const show = () => {
    for (const mark of part().querySelectorAll(".unsent")) mark.remove();
    for (const item of queue) {
      const row = rowOf(item.table);
      const late = item.state === "waiting" || performance.now() - item.since >= UNHEARD_MILLISECONDS - 1;
      if (item.state === "refused") {
        const known = document.getElementById(`problem-${item.table}`);
        if (!known || known.previousElementSibling !== row) problemRow(item.table, question(item));
      } else if (row && late) {
        const told = `${worded(item.result)} ${item.state === "waiting" ? texts.waiting : texts.sending}`;
        row.querySelector("td.state").append(make("small", told, { class: "unsent" }));
      }
    }
  };
  document.addEventListener("ronda:online", () => pump());

  // --- news: only the rows that changed come anew -----------------------------------------------------------------
  const source = new WeakMap(); // a row: as the server sent it
  const remember = (row) => source.set(row, row.outerHTML);
  const takeRow = (known, row) => {
    const held = cursor && rowOf(cursor.number) === known ? cursor : null;
    const came = known.dataset.result !== undefined && row.dataset.result && !known.dataset.result;
    if (known.classList.contains("stored") && row.dataset.result) row.classList.add("stored");
    remember(row);
    if (came) row.classList.add("came");
    row.hidden = known.hidden;
    known.replaceWith(row);
    htmx.process(row);
    if (held) replaceCursor(held);
    return row;
  };
  const mergeRows = (fresh) => {
    const body = part().querySelector("tbody");
    const coming = [...fresh.querySelectorAll("tbody > tr[id]")];
    const ids = new Set(coming.map((row) => row.id));
    let before = null;
    for (const row of coming) {
      const known = document.getElementById(row.id);
      if (known && source.get(known) === row.outerHTML) before = known;
      else if (known) before = takeRow(known, row);
      else {
        remember(row);
        if (row.dataset.under) rowOf(row.dataset.under)?.after(row);
        else if (before) under(before).after(row);
        else body.prepend(row);
        htmx.process(row);
        before = row;
      }
    }
    for (const row of [...body.querySelectorAll("tr[id]")]) {
      if (ids.has(row.id) || row.matches(".problem") || (cursor && numberOf(row) === cursor.number)) continue;
      while (under(row) !== row) under(row).remove();
      row.remove();
    }
  };
  const merge = (fresh) => {
    part().dataset.version = fresh.dataset.version;
    part().setAttribute("hx-get", fresh.getAttribute("hx-get"));
    part().toggleAttribute("data-playing", fresh.hasAttribute("data-playing"));
    part().toggleAttribute("data-enters", fresh.hasAttribute("data-enters"));
    const parts = [...part().querySelectorAll("[data-part]")];
    [...fresh.querySelectorAll("[data-part]")].forEach((coming, at) => {
      const known = parts[at];
      if (source.get(known) === coming.outerHTML || known.contains(document.activeElement) || known.querySelector("details[open]")) return;
      remember(coming);
      known.replaceWith(coming);
      htmx.process(coming);
    });
    mergeRows(fresh);
    document.dispatchEvent(new CustomEvent("ronda:rows"));
    show();
  };
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, requestConfig, shouldSwap, serverResponse } = event.detail;
    if (!shouldSwap || target.id !== "round" || requestConfig.triggeringEvent?.type !== "news") return;
    const fresh = new DOMParser().parseFromString(serverResponse, "text/html").getElementById("round");
    if (!fresh || fresh.dataset.status !== part().dataset.status) return; // gone, or published: the whole of it
    event.detail.shouldSwap = false;
    merge(fresh);
  });
  const begin = () => {
    for (const row of part().querySelectorAll("tbody > tr[id], [data-part]")) remember(row);
    show();
  };
  document.addEventListener("htmx:afterSettle", (event) => { // until then htmx itself still sets classes
    if (event.detail.target.id !== "round" && event.target.id !== "round") return;
    const held = cursor;
    cursor = null;
    begin();
    if (held && rowOf(held.number)) replaceCursor(held);
    else if (!held) start();
  });

  // Where typing begins: at the table that was asked for, else at the first that is missing.
  const start = (asked) => {
    if (asked) { place(asked); return; }
    if (!part().hasAttribute("data-playing") || !matchMedia("(pointer: fine)").matches || document.getElementById("find").value) return;
    const first = nextMissing(0);
    if (first) place(numberOf(first));
  };

  // --- beginning --------------------------------------------------------------------------------------------------
  recall();
  begin();
  pump();
  start(new URLSearchParams(location.search).get("table"));
})();
