// The editor of a document's text. Its findings, its help and its undo come from outside; it keeps no history of its own.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentUnit } from "@codemirror/language";
import { unifiedMergeView } from "@codemirror/merge";
import { search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, type Extension, Prec } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";

import { adoptStyles } from "./adopt";
import { type Ask, help } from "./help";
import { type Known, mark, marks, offsetOf, type Point } from "./marks";
import { spanOf } from "./place";
import { theme } from "./theme";

/** What an editor is made with. */
export interface SourceEditorOptions {
  parent: HTMLElement;
  text: string;
  /** What it is called. */
  label: string;
  /** None where nothing is written. */
  ask: Ask | null;
  /** The text after each edit that a person made. */
  typed(text: string): void;
  entered(): void;
  left(): void;
  undo(): void;
  redo(): void;
}

/** Marks what was not written by the person. */
const shown = Annotation.define<true>();
/** Lines that stay around a difference, and how many between two are folded away. */
const collapse = { margin: 3, minSize: 8 };

export class SourceEditor {
  readonly #view: EditorView;
  readonly #locking = new Compartment();
  readonly #comparing = new Compartment();
  readonly #left: () => void;

  constructor(options: SourceEditorOptions) {
    adoptStyles();
    this.#left = options.left;
    const extensions = [
      ...looks(options),
      ...hands(options),
      this.#locking.of(locked(options.ask === null)),
      this.#comparing.of([]),
      EditorView.updateListener.of((update) => {
        const isTyped = update.docChanged && !update.transactions.some((one) => one.annotation(shown));
        if (isTyped) options.typed(this.text);
        if (update.focusChanged) (update.view.hasFocus ? options.entered : options.left)();
      }),
    ];
    this.#view = new EditorView({ parent: options.parent, doc: options.text, extensions });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Shows another text, and says whether it was another one. Only what differs is replaced: the cursor stays where it can. */
  show(text: string): boolean {
    const changes = difference(this.text, text);
    if (changes) this.#view.dispatch({ changes, annotations: shown.of(true) });
    return changes !== null;
  }

  mark(known: Known): void {
    mark(this.#view, known);
  }

  lock(isLocked: boolean): void {
    this.#view.dispatch({ effects: this.#locking.reconfigure(locked(isLocked)) });
  }

  /** Shows what differs from another text, each difference with a button that takes it back; none ends that. */
  compareWith(other: string | null, isLocked: boolean): void {
    const extension =
      other === null ? [] : unifiedMergeView({ original: other, mergeControls: !isLocked && control, collapseUnchanged: collapse });
    this.#view.dispatch({ effects: this.#comparing.reconfigure(extension) });
  }

  /** Puts the cursor to what is at a path or point, into sight. */
  goTo(place: string | Point): void {
    const { state } = this.#view;
    const anchor = typeof place === "string" ? spanOf(state, place).from : offsetOf(state.doc, place);
    this.#view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
    // Whoever turns to another tab leaves the text before the editor has noticed.
    this.#left();
  }
}

function looks({ label }: SourceEditorOptions): Extension[] {
  return [
    theme,
    json(),
    indentUnit.of("  "),
    lineNumbers(),
    codeFolding(),
    foldGutter(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    bracketMatching(),
    search({ top: true }),
    marks,
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false" }),
  ];
}

/** Undo is that of the draft, which has no end and outlives the window. */
function hands({ ask, undo, redo }: SourceEditorOptions): Extension[] {
  const ours = (run: () => void) => () => (run(), true);
  const undoing = [
    { key: "Mod-z", run: ours(undo), preventDefault: true },
    { key: "Mod-Shift-z", run: ours(redo), preventDefault: true },
    { key: "Mod-y", run: ours(redo), preventDefault: true },
  ];
  const keys = keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...foldKeymap, ...defaultKeymap]);
  const writing = ask ? [closeBrackets(), help(ask), Prec.highest(keymap.of(undoing))] : [];
  return [...writing, keys];
}

function locked(isLocked: boolean): Extension {
  return [EditorState.readOnly.of(isLocked), EditorView.editable.of(!isLocked)];
}

function control(type: "accept" | "reject", action: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement("button");
  // The other way round, the service's text would be changed, which is not here to be.
  button.hidden = type === "accept";
  button.className = "cm-button";
  button.textContent = "Revert";
  button.addEventListener("mousedown", action);
  // A key presses it without a mouse.
  button.addEventListener("click", (event) => event.detail === 0 && action(event));
  return button;
}

/** The one stretch by which two texts differ; none where they are the same. */
function difference(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  const longest = Math.min(before.length, after.length);
  let from = 0;
  while (from < longest && before[from] === after[from]) from += 1;
  let tail = 0;
  while (tail < longest - from && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}
