// What can be written where, and what a field means: asked of Rust, which knows the catalog.

import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { EditorView, hoverTooltip, tooltips } from "@codemirror/view";

import type { KnownField, KnownValue, SourceCompletion } from "../bridge/bindings";
import { hasColon, pathAt, slotAt } from "./place";

/** Tells what is known of the value at a path. */
export type Ask = (path: string) => Promise<SourceCompletion>;

/** Completion of names and values, and the meaning of what the mouse rests on. */
export function help(ask: Ask): Extension {
  const asked = remembered(ask);
  return [
    // Outside of the pane, which would cut them off.
    tooltips({ parent: document.body }),
    autocompletion({ override: [(context) => complete(asked, context)], icons: false, maxRenderedOptions: 100 }),
    hoverTooltip(async (view, at) => {
      const path = pathAt(view.state, at);
      const field = path === "" ? null : (await asked(path)).field;
      return field && { pos: at, above: true, create: () => ({ dom: card(field) }) };
    }),
  ];
}

/**
 * What was told once holds for as long as the editor is open. What cannot be told now is asked for again: the library would
 * wait for ever for what failed.
 */
function remembered(ask: Ask): Ask {
  const told = new Map<string, Promise<SourceCompletion>>();
  const untold = (path: string): SourceCompletion => {
    told.delete(path);
    return { field: null, members: [], values: [] };
  };
  return (path) => {
    const known = told.get(path) ?? ask(path).catch(() => untold(path));
    told.set(path, known);
    return known;
  };
}

async function complete(ask: Ask, context: CompletionContext): Promise<CompletionResult | null> {
  const slot = slotAt(context.state, context.pos);
  if (!slot || (!context.explicit && slot.from === context.pos)) return null;
  const known = await ask(slot.path);
  const options =
    slot.kind === "member" ? known.members.filter(({ name }) => !slot.names.includes(name)).map(member) : known.values.map(value);
  return options.length === 0 ? null : { from: slot.from, to: slot.to, options, validFor: /^"?[\w.+-]*"?$/u };
}

function member(field: KnownField): Completion {
  return {
    label: JSON.stringify(field.name),
    displayLabel: field.name,
    detail: field.takes,
    boost: field.readOnly ? -1 : field.required ? 1 : 0,
    info: () => card(field),
    apply: (view, _, from, to) => insertMember(view, field, from, to),
  };
}

/** Puts the name in, and where there is no value yet, one to begin with. The cursor stands where it is filled in. */
function insertMember(view: EditorView, { name, start }: KnownField, from: number, to: number): void {
  const quoted = JSON.stringify(name);
  const insert = hasColon(view.state, to) ? quoted : `${quoted}: ${start}`;
  const isOpen = insert !== quoted && start.length === 2;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length - (isOpen ? 1 : 0) },
    userEvent: "input.complete",
  });
}

function value({ json, label }: KnownValue): Completion {
  return { label: json, detail: label === "" ? undefined : label };
}

function card(field: KnownField): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "cm-help";
  const marks = [field.takes, field.required && "required", field.readOnly && "read-only", field.setOnce && "set once"];
  dom.append(text("b", field.label), text("p", field.description), text("p", marks.filter(Boolean).join(", "), "quiet"));
  return dom;
}

function text(tag: string, words: string, look = ""): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = words;
  element.className = look;
  return element;
}
