// A new event, and lists of players: pasted, typed or opened, read by the server, mended in the table.
"use strict";

(() => {
  document.documentElement.classList.add("scripted");
  const form = document.querySelector("form[data-list]");
  const card = form.querySelector(".list");
  const next = document.getElementById("next-name");
  const text = () => document.getElementById("players"); // comes anew from a file or from the table
  const preview = () => document.getElementById("preview");
  const create = document.getElementById("create");

  // --- looking: the server reads the list; whoever creates meanwhile has it created when it was read -----------
  let reading = 0;
  let creating = false;
  let soon = 0;
  let read = text().value;
  const look = async (values = {}) => {
    clearTimeout(soon);
    const mine = ++reading, field = text(), sent = field.value;
    try {
      await htmx.ajax("POST", form.getAttribute("action"), { source: form, target: "#preview", swap: "outerHTML", values });
    } catch { /* the next look has taken its place */ } finally {
      if (mine === reading) {
        reading = 0;
        read = field === text() ? sent : text().value;
        if (creating) { creating = false; create.click(); }
      }
    }
  };
  const lookSoon = () => { clearTimeout(soon); soon = setTimeout(look, 400); };

  // --- the list: a field to paste into, then a table with a field for the next name ---------------------------
  const asText = card.querySelector("[data-as-text]");
  const show = (table) => {
    card.classList.toggle("filled", table);
    asText.setAttribute("aria-pressed", String(!table));
  };
  let wanted = null; // what has the cursor after the look
  const toTable = () => { wanted = next; look(); };
  card.addEventListener("input", (event) => {
    if (event.target !== text()) return;
    if (card.classList.contains("text") || !text().value.trim().includes("\n") && event.inputType !== "insertFromPaste" && event.inputType !== "insertLineBreak") lookSoon();
    else toTable();
  });
  card.querySelector("#file").addEventListener("change", (event) => {
    const [file] = event.target.files;
    if (!file) return;
    card.querySelector("[data-file-name]").textContent = file.name;
    toTable();
  });
  asText.addEventListener("click", () => {
    const table = card.classList.contains("text");
    card.classList.toggle("text", !table);
    show(table);
    if (table) toTable(); else text().focus();
  });

  const append = (lines) => {
    const field = text();
    field.value += (field.value && !field.value.endsWith("\n") ? "\n" : "") + lines;
    field.dispatchEvent(new Event("change", { bubbles: true })); // it is kept
    toTable();
  };
  const add = () => {
    const name = next.value.trim(), { delimiter, namePlace } = preview().dataset;
    next.value = "";
    append(!delimiter || name.includes(delimiter) ? name : delimiter.repeat(Number(namePlace)) + name);
  };
  next.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (next.value.trim()) add();
  });
  next.addEventListener("paste", (event) => {
    const pasted = event.clipboardData.getData("text");
    if (!pasted.trim().includes("\n")) return;
    event.preventDefault();
    append(pasted);
  });

  // --- a row is changed where it stands ------------------------------------------------------------------------
  const half = (row) => [...row.querySelectorAll("td input")].some((field) => field.value !== field.defaultValue); // typed, not yet read
  const open = (row, place) => {
    for (const cell of row.querySelectorAll("td[data-place]")) {
      const field = document.createElement("input");
      Object.assign(field, { name: `cell.${row.dataset.line}.${cell.dataset.place}`, defaultValue: cell.textContent.trim(), autocomplete: "off" });
      field.setAttribute("aria-label", cell.dataset.label);
      cell.replaceChildren(field);
    }
    const field = row.querySelector(`[data-place="${place}"] input`);
    field.focus();
    field.select();
  };
  card.addEventListener("click", (event) => {
    const meant = event.target.closest("button[name^='column.']");
    if (meant) { event.preventDefault(); look({ [meant.name]: meant.value }); return; }
    const row = event.target.closest("tbody tr[data-line]");
    if (row && !row.querySelector("input")) open(row, event.target.closest("td[data-place]")?.dataset.place ?? row.querySelector("td[data-place]").dataset.place);
  });
  card.addEventListener("keydown", (event) => {
    const row = event.target.matches("td input") && event.target.closest("tr");
    if (!row || (event.key !== "Enter" && event.key !== "Escape") || event.ctrlKey) return;
    event.preventDefault();
    if (event.key === "Escape") for (const field of row.querySelectorAll("input")) field.value = field.defaultValue;
    wanted = row.dataset.line;
    look();
  });
  card.addEventListener("focusout", (event) => {
    const row = event.target.matches("td input") && event.target.closest("tr");
    if (row && !replaced && !row.contains(event.relatedTarget) && half(row)) look();
  });
  let replaced = false; // the table makes room for the one that was read: nobody has left a row
  document.addEventListener("htmx:beforeSwap", (event) => { replaced ||= event.detail.target.id === "preview"; });

  // --- what a look brings ----------------------------------------------------------------------------------------
  let seated = document.querySelectorAll("#room .on").length;
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id !== "preview" && event.detail.elt.id !== "preview") return;
    replaced = false;
    const { rows, create: label, planned } = preview().dataset;
    const filled = Number(rows) > 0 || preview().querySelector("table, .alert") !== null;
    if (wanted !== null && filled && !card.classList.contains("text")) {
      show(true);
      const at = wanted === next ? next : preview().querySelector(`tr[data-line="${wanted}"] :is(button, input)`);
      at?.focus();
      at?.scrollIntoView({ block: "nearest" });
    } else if (!filled && !card.classList.contains("text")) {
      show(false);
      if (document.activeElement === document.body || document.activeElement === next) text().focus();
    }
    wanted = null;
    card.querySelector("#file").value = "";
    next.previousElementSibling.textContent = Number(rows) + 1;
    create.classList.toggle("primary", Number(rows) > 0);
    create.firstElementChild.textContent = label;
    document.querySelector(".step-bar .ring .done")?.setAttribute("stroke-dasharray", `${Number(rows) ? 100 : 12} 100`);
    if (rounds) rounds.placeholder = planned;
    const taken = [...document.querySelectorAll("#room .on")];
    for (const seat of taken.slice(seated)) seat.classList.add("came");
    seated = taken.length;
  });

  // a choice brings further rules, or takes some away: what is open stays open, and the cursor where it was
  const groups = () => [...document.querySelectorAll("#rules .option-group")];
  let left = { open: [], at: "" };
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target.id === "rule-fields") left = { open: groups().filter((group) => group.open).map((group) => group.id), at: document.activeElement.id };
  });
  document.addEventListener("htmx:oobAfterSwap", () => {
    for (const group of groups()) group.open ||= left.open.includes(group.id);
    if (left.at && document.activeElement === document.body) document.getElementById(left.at)?.focus();
    left = { open: [], at: "" };
  });

  // --- rounds, rules ---------------------------------------------------------------------------------------------
  const rounds = document.getElementById("option-rounds");
  const setRounds = (number) => { rounds.value = Math.max(1, number); rounds.dispatchEvent(new Event("input", { bubbles: true })); };
  form.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (step) setRounds((Number(rounds.value || rounds.placeholder) || 0) + Number(step.dataset.step));
    const advised = event.target.closest("button[name='options.rounds']");
    if (advised) { event.preventDefault(); setRounds(Number(advised.value)); rounds.focus(); }
  });
  rounds?.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    setRounds((Number(rounds.value || rounds.placeholder) || 0) + (event.key === "ArrowUp" ? 1 : -1));
  });
  form.addEventListener("input", (event) => {
    if (event.target === rounds || event.target.closest("#rules")) lookSoon();
    const invalid = event.target.closest("[aria-invalid]");
    if (invalid && invalid.closest(".side")) {
      invalid.removeAttribute("aria-invalid");
      document.getElementById(`${invalid.id}-error`)?.remove();
    }
  });

  // --- creating: Ctrl+Enter wherever one types; once --------------------------------------------------------------
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.matches("textarea, button, summary") && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) { event.stopPropagation(); create.click(); }
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter !== create) return;
    const name = next.value.trim();
    if (!name && !reading && text().value === read && !half(preview())) return;
    event.preventDefault();
    creating = true;
    if (name) add(); else if (!reading) look();
  });

  // --- the form survives reload, back, and a change of language: kept in this browser until it is sent --------------
  if (!form.dataset.keep) return;
  const STORE = `ronda:form:${location.pathname}`;
  const note = document.querySelector("[data-kept]");
  const fields = () => [...form.elements].filter((one) => one.name && !/^(_|cell\.|column\.)/.test(one.name) && !["file", "hidden", "submit", "button"].includes(one.type));
  const write = () => {
    const found = {};
    for (const one of fields()) {
      if (one.type === "radio" || one.type === "checkbox") { if (one.checked) (found[one.name] ||= []).push(one.value); }
      else if (one.name !== "name" || one.value !== one.defaultValue) found[one.name] = one.value; // a name that was only proposed is proposed again
    }
    try { localStorage.setItem(STORE, JSON.stringify(found)); } catch { /* a browser that keeps nothing */ }
  };
  const forget = () => { try { localStorage.removeItem(STORE); } catch { /* the same */ } };
  const say = (text) => { try { sessionStorage.setItem("ronda:done", text); } catch { /* the same */ } };
  say("");
  const restore = () => {
    let found = null;
    try { found = JSON.parse(localStorage.getItem(STORE) || "null"); } catch { /* the same */ }
    if (!found || !(found.name || found.players)) return;
    for (const one of fields()) {
      if (one.type === "radio" || one.type === "checkbox") one.checked = (found[one.name] || []).includes(one.value);
      else if (one.name in found) one.value = found[one.name];
    }
    note.hidden = false;
    document.querySelector("[data-keeping]").hidden = true;
    if (found.players) toTable();
  };
  form.addEventListener("input", write);
  form.addEventListener("change", write);
  form.addEventListener("htmx:oobAfterSwap", write); // a list that was mended in its table
  form.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.submitter !== create) { write(); return; }
    forget();
    say(form.dataset.created.replace("…", form.elements.name.value.trim()));
  });
  note.querySelector("button").addEventListener("click", () => { forget(); location.reload(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted && !text().value) restore(); });
  window.addEventListener("load", () => {
    if (form.dataset.keep === "fresh" && !text().value) restore(); // what the server sent back is newer than what was kept
    else if (text().value && !preview().querySelector("table")) toTable(); // pasted before the page was ready
    if ("refused" in form.dataset) form.querySelector(".side [aria-invalid], #preview [aria-invalid], #preview .wants-a-look input, #preview .alert")?.focus();
    else if (card.classList.contains("filled") && document.activeElement === document.body) next.focus();
  });
})();
