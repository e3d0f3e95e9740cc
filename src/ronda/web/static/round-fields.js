// The fields into which the result of a table is typed, in the form that the event has: one key, two scores, games, sets.
// An editor has its `box` with `fields`, knows what a key does in one of them, and what was typed before (`fill`).
"use strict";

globalThis.rondaResultFields = (() => {
  const { padKey, say, typedAbsence, typedMatch, typedResult, typedSet, isPossibleSet } = ronda;
  const make = (tag, content, attributes = {}) => {
    const element = document.createElement(tag);
    if (content) element.textContent = content;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const focus = (field) => { field.focus({ preventScroll: true }); field.select?.(); };
  const values = (fields) => fields.map((field) => field.value.trim());
  const namesAt = (row, column) => row.cells[column].textContent.replace(/\s+/g, " ").trim();
  const numberField = (label, length) => make("input", "", { inputmode: "numeric", maxlength: length, autocomplete: "off", "aria-label": label });
  const dash = () => make("span", "–", { "aria-hidden": "true" });
  const fillWith = (fields) => (typed) => fields.forEach((field, at) => { field.value = typed[at] ?? ""; });

  // One of a few results: a key for each of them.
  const keysEditor = ({ row, form, texts, submit, takeBack }) => {
    const box = make("span", "", { class: "keys", role: "group", tabindex: "0", "aria-label": say(texts.table, { table: row.dataset.pick }) });
    for (const [key, text] of form.codes) {
      const one = make("button", "", { type: "button", class: "small-button", tabindex: "-1" });
      one.addEventListener("click", () => submit(text));
      one.append(make("kbd", key), ` ${text.replace("-", "–")}`);
      box.append(one);
    }
    const type = (key) => { if (form.keys[key]) submit(form.keys[key]); };
    const press = (event) => {
      if (event.key === "ArrowLeft" && takeBack()) event.preventDefault();
      if (!form.keys[event.key]) return;
      event.preventDefault();
      type(event.key);
    };
    return { box, fields: [box], press, type, fill: () => {} };
  };

  // Two scores; Space stands for the one that is played to.
  const scoresEditor = ({ row, form, submit }) => {
    const box = make("span", "", { class: "scores" });
    const fields = [1, 3].map((column) => numberField(namesAt(row, column), "7"));
    const written = row.dataset.result.match(/^(\d+)-(\d+)$/);
    if (written) fillWith(fields)(written.slice(1));
    box.append(fields[0], dash(), fields[1]);
    const press = (event, at) => {
      const field = fields[at];
      if (event.key === " ") {
        event.preventDefault();
        if (!field.value.trim()) field.value = form.target;
        else if (at === 0) fields[1].value = form.target;
        if (at === 0) focus(fields[1]);
        return;
      }
      if (event.key === "Enter") {
        event.preventDefault();
        if (field.readOnly) return;
        if (at === 0 && field.value.trim() && field.value.trim() !== "+" && (!fields[1].value.trim() || row.dataset.result)) { focus(fields[1]); return; }
        if (at === 0 && !field.value.trim()) return;
        submit(typedResult(values(fields)));
        return;
      }
      const { swallow, move, fill } = padKey(event.key, at, field.value); // signs go on to the next field
      if (swallow) event.preventDefault();
      if (move) focus(fields[1]);
      if (fill) fields[1].value = fill;
    };
    return { box, fields, press, type: (key) => { fields[0].value = key; }, fill: fillWith(fields) };
  };

  // The games that each side has won, and those that were drawn: a figure each, so that typing one goes on to the next.
  const gamesEditor = ({ row, form: { parts }, texts, submit }) => {
    const box = make("span", "", { class: `scores games${parts.drawn ? " drawn" : ""}` });
    const figures = String(parts.needed || parts.most).length;
    const labels = [namesAt(row, 1), namesAt(row, 3), texts.drawn].slice(0, parts.drawn ? 3 : 2);
    const fields = labels.map((label) => numberField(label, "2"));
    const text = row.dataset.result === "½-½" ? "0-0-1" : row.dataset.result;
    if (/^\d+-\d+(-\d+)?$/.test(text)) fillWith(fields)(text.split("-"));
    fields.forEach((field, at) => { if (at) box.append(at === 2 ? make("span", "=", { "aria-hidden": "true" }) : dash()); box.append(field); });
    const result = () => {
      const [first, second, drawn] = values(fields);
      const games = typedResult([first, second]);
      return games && /^[1-9]/.test(drawn || "") ? `${games}-${drawn}` : games;
    };
    const goOn = (at) => {
      const next = fields[at + 1];
      if (!next) { if (result()) submit(result()); return; }
      if (at === 0 && parts.most === 1 && !parts.drawn) next.value = fields[0].value === "0" ? "1" : "0"; // nothing else is left
      if (at === 1 && !parts.needed && !next.value) next.value = Math.max(0, parts.most - fields[0].value - fields[1].value);
      if (at === 0 && parts.most === 1 && !parts.drawn) submit(result());
      else focus(next);
    };
    box.addEventListener("input", ({ target }) => { if (/^\d+$/.test(target.value) && target.value.length >= figures && !target.readOnly) goOn(fields.indexOf(target)); });
    const press = (event, at) => {
      const field = fields[at];
      if (field.readOnly) return;
      if (event.key === "Enter") { event.preventDefault(); if (values(fields).some(Boolean)) submit(result()); return; }
      if (event.key === " ") { event.preventDefault(); if (!field.value.trim()) field.value = at === 2 ? 1 : parts.needed || parts.most; goOn(at); return; }
      if (at > 0 && !field.value && /^[-*/.,:–]$/.test(event.key) && /\d/.test(fields[at - 1].value)) { event.preventDefault(); return; } // 2-1: the hyphen
      const { swallow, move, fill } = at < 2 ? padKey(event.key, at, field.value) : {};
      if (swallow) event.preventDefault();
      if (move) focus(fields[1]);
      if (fill) fields[1].value = fill;
    };
    return { box, fields, press, type: (key) => { fields[0].value = key; goOn(0); }, fill: fillWith(fields) };
  };

  // A field for each set, as far as the match is not decided before; typed whole, or by what its loser made.
  const setsEditor = ({ row, form: { parts }, texts, submit, complain }) => {
    const box = make("span", "", { class: "set-fields", role: "group", "aria-label": say(texts.table, { table: row.dataset.pick }) });
    const fields = Array.from({ length: parts.most }, (_, at) =>
      make("input", "", { maxlength: "90", autocomplete: "off", placeholder: " ", "aria-label": say(texts.set, { number: at + 1 }) }));
    box.append(...fields);
    const sets = () => fields.map((field) => typedSet(field.value, parts));
    const update = () => {
      const { won, last } = typedMatch(sets(), parts);
      fields.forEach((field, at) => { field.hidden = last !== null && at > last; });
      row.querySelector(".score").textContent = values(fields).some(Boolean) ? `${won[0]}–${won[1]}` : "–";
      return last;
    };
    const tidy = (field) => {
      const set = typedSet(field.value, parts);
      if (set && isPossibleSet(set, parts)) field.value = set.join("–");
      return set && isPossibleSet(set, parts);
    };
    const refuse = (at) => complain(fields[at], say(texts.set_impossible, { number: at + 1, set: fields[at].value.trim() }));
    const send = () => {
      const shown = fields.filter((field) => !field.hidden);
      const end = shown.findLastIndex((field) => field.value.trim());
      const wrong = shown.findIndex((field, at) => at <= end && !tidy(field));
      if (wrong >= 0) refuse(wrong);
      else submit(values(shown.slice(0, end + 1)).join(" ").replaceAll("–", "-"));
    };
    const goOn = (at, enter) => {
      const absence = at === 0 && typedAbsence(fields[0].value);
      if (absence) { submit(absence); return; }
      if (!fields[at].value.trim()) { if (enter && at > 0) send(); return; }
      if (!tidy(fields[at])) { refuse(at); return; }
      const last = update();
      if (last !== null && (enter || at === last)) send();
      else focus(fields[at + 1] ?? fields[at]);
    };
    const press = (event, at) => {
      const field = fields[at];
      if (field.readOnly) { if (event.key === "Enter") event.preventDefault(); return; }
      if (event.key === "Enter" || event.key === " " || event.key === ",") { event.preventDefault(); goOn(at, event.key === "Enter"); return; }
      if (event.key === "Backspace" && !field.value && at > 0) { event.preventDefault(); focus(fields[at - 1]); }
    };
    box.addEventListener("input", ({ target }) => { // several at once were pasted
      const words = target.value.trim().split(/[\s,;]+/);
      if (words.length > 1) words.forEach((word, at) => { const field = fields[fields.indexOf(target) + at]; if (field) { field.value = word; tidy(field); } });
      update();
    });
    box.addEventListener("change", ({ target }) => { tidy(target); update(); });
    const fill = (typed) => { fillWith(fields)(typed); update(); };
    if (/\d/.test(row.dataset.result)) fill(row.dataset.result.replaceAll("-", "–").split(" "));
    return { box, fields, press, type: (key) => { fields[0].value = key; }, fill };
  };

  const EDITORS = { keys: keysEditor, score: scoresEditor, games: gamesEditor, sets: setsEditor };
  const editorFor = (about) => EDITORS[about.form.kind](about);

  return Object.freeze({ editorFor, focus, make });
})();
