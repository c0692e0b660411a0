// Completion and tooltips of the editor. Rust, which has the catalog, describes each path.

import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { EditorView, hoverTooltip, tooltips } from "@codemirror/view";

import type { KnownField, KnownValue, SourceCompletion } from "../bridge/bindings";
import { hasColon, pathAt, slotAt } from "./place";

/** Returns what the catalog knows about the value at a path. */
export type DescribePath = (path: string) => Promise<SourceCompletion>;

/** Completes names and values, and shows the meaning of the field under the mouse. */
export function help(describePath: DescribePath): Extension {
  const cached = withCache(describePath);
  return [
    // Tooltips are placed outside of the pane, which would clip them.
    tooltips({ parent: document.body }),
    autocompletion({ override: [(context) => complete(cached, context)], icons: false, maxRenderedOptions: 100 }),
    hoverTooltip(async (view, at) => {
      const path = pathAt(view.state, at);
      const field = path === "" ? null : (await cached(path)).field;
      return field && { pos: at, above: true, create: () => ({ dom: card(field) }) };
    }),
  ];
}

/**
 * Caches descriptions while the editor is open. A failed request becomes an empty description, because the library
 * would wait for it forever. The next call repeats it.
 */
function withCache(describePath: DescribePath): DescribePath {
  const cache = new Map<string, Promise<SourceCompletion>>();
  const evict = (path: string): SourceCompletion => {
    cache.delete(path);
    return { field: null, members: [], values: [] };
  };
  return (path) => {
    const description = cache.get(path) ?? describePath(path).catch(() => evict(path));
    cache.set(path, description);
    return description;
  };
}

async function complete(describePath: DescribePath, context: CompletionContext): Promise<CompletionResult | null> {
  const slot = slotAt(context.state, context.pos);
  if (!slot || (!context.explicit && slot.from === context.pos)) return null;
  const { members, values } = await describePath(slot.path);
  const options = slot.kind === "member" ? members.filter(({ name }) => !slot.names.includes(name)).map(member) : values.map(value);
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

/** Inserts the name, and an initial value if there is none. Puts the cursor where the value is to be typed. */
function insertMember(view: EditorView, { name, start }: KnownField, from: number, to: number): void {
  const quoted = JSON.stringify(name);
  const insert = hasColon(view.state, to) ? quoted : `${quoted}: ${start}`;
  const isEmptyContainer = insert !== quoted && start.length === 2;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length - (isEmptyContainer ? 1 : 0) },
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

function text(tag: string, content: string, className = ""): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = content;
  element.className = className;
  return element;
}
