// The editor of a document's text. Findings, help and undo come from outside: the editor has no history of its own.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentUnit } from "@codemirror/language";
import { unifiedMergeView } from "@codemirror/merge";
import { search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, type Extension, Prec } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";

import { adoptStyles } from "./adopt";
import { type DescribePath, help } from "./help";
import { marks, showMarks, type SourceMarks, offsetOf, type Point } from "./marks";
import { spanOf } from "./place";
import { theme } from "./theme";

/** The content and the callbacks of an editor. */
export interface SourceEditorOptions {
  parent: HTMLElement;
  text: string;
  /** The accessible name. */
  label: string;
  /** Describes a path for completion and tooltips; `null` for a read-only editor. */
  describePath: DescribePath | null;
  /** Called with the whole text after each edit by the person. */
  oninput(text: string): void;
  onfocus(): void;
  onblur(): void;
  undo(): void;
  redo(): void;
}

/** Marks a change that the person did not type. */
const programmatic = Annotation.define<true>();
/** The number of lines to show around a difference, and the smallest number of equal lines to collapse. */
const collapse = { margin: 3, minSize: 8 };

export class SourceEditor {
  readonly #view: EditorView;
  readonly #readOnly = new Compartment();
  readonly #comparison = new Compartment();
  readonly #onblur: () => void;

  constructor(options: SourceEditorOptions) {
    adoptStyles();
    this.#onblur = options.onblur;
    const extensions = [
      ...displayExtensions(options),
      ...inputExtensions(options),
      this.#readOnly.of(readOnlyExtension(options.describePath === null)),
      this.#comparison.of([]),
      EditorView.updateListener.of((update) => {
        const isTyped = update.docChanged && !update.transactions.some((one) => one.annotation(programmatic));
        if (isTyped) options.oninput(this.text);
        if (update.focusChanged) (update.view.hasFocus ? options.onfocus : options.onblur)();
      }),
    ];
    this.#view = new EditorView({ parent: options.parent, doc: options.text, extensions });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Shows a text. Returns whether it differs from the shown one. Only the difference is replaced, to keep the cursor. */
  show(text: string): boolean {
    const changes = difference(this.text, text);
    if (changes) this.#view.dispatch({ changes, annotations: programmatic.of(true) });
    return changes !== null;
  }

  setMarks(marks: SourceMarks): void {
    showMarks(this.#view, marks);
  }

  set readOnly(readOnly: boolean) {
    this.#view.dispatch({ effects: this.#readOnly.reconfigure(readOnlyExtension(readOnly)) });
  }

  /** Shows the differences to another text, each with a button that reverts it; `null` ends the comparison. */
  compareWith(other: string | null, { readOnly }: { readOnly: boolean }): void {
    const extension =
      other === null ? [] : unifiedMergeView({ original: other, mergeControls: !readOnly && revertButton, collapseUnchanged: collapse });
    this.#view.dispatch({ effects: this.#comparison.reconfigure(extension) });
  }

  /** Moves the cursor to a path or a point, and scrolls it into view. */
  goTo(place: string | Point): void {
    const { state } = this.#view;
    const anchor = typeof place === "string" ? spanOf(state, place).from : offsetOf(state.doc, place);
    this.#view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
    // If the person opens another tab, the editor is destroyed before it reports that it lost the focus.
    this.#onblur();
  }
}

function displayExtensions({ label }: SourceEditorOptions): Extension[] {
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

/** Undo and redo are the draft's, which have no limit and survive a restart. */
function inputExtensions({ describePath, undo, redo }: SourceEditorOptions): Extension[] {
  const ours = (run: () => void) => () => (run(), true);
  const undoing = [
    { key: "Mod-z", run: ours(undo), preventDefault: true },
    { key: "Mod-Shift-z", run: ours(redo), preventDefault: true },
    { key: "Mod-y", run: ours(redo), preventDefault: true },
  ];
  const keys = keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...foldKeymap, ...defaultKeymap]);
  const writing = describePath ? [closeBrackets(), help(describePath), Prec.highest(keymap.of(undoing))] : [];
  return [...writing, keys];
}

function readOnlyExtension(readOnly: boolean): Extension {
  return [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)];
}

function revertButton(type: "accept" | "reject", action: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement("button");
  // "Accept" would change the service's text, which cannot be edited here.
  button.hidden = type === "accept";
  button.className = "cm-button";
  button.textContent = "Revert";
  button.addEventListener("mousedown", action);
  // A click without a mouse comes from the keyboard.
  button.addEventListener("click", (event) => event.detail === 0 && action(event));
  return button;
}

/** Returns the one range in which two texts differ; `null` if they are equal. */
function difference(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let tail = 0;
  while (tail < shorter - from && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}
