// What stands beside the text: lines that a person changed, and findings at their places.

import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { type EditorState, type Extension, RangeSetBuilder, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

import type { FindingView, Severity } from "../bridge/bindings";
import { spanOf, type Span } from "./place";

/** A line and column, both from 1. */
export interface Point {
  line: number;
  column: number;
}

/** What is known of the text that is shown. */
export interface Known {
  /** The paths of what a person changed. */
  changed: readonly string[];
  findings: readonly FindingView[];
  /** Where the text is broken. */
  broken: Point | null;
}

const setChanged = StateEffect.define<DecorationSet>();
const ours = Decoration.line({ class: "cm-ours" });
const severities: Record<Severity, Diagnostic["severity"]> = { error: "error", warning: "warning", note: "info" };

const changedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (lines, transaction) =>
    transaction.effects.reduce((now, effect) => (effect.is(setChanged) ? effect.value : now), lines.map(transaction.changes)),
  provide: (field) => EditorView.decorations.from(field),
});

export const marks: Extension = [changedLines, lintGutter()];

/** Shows what is known of the text as it stands. */
export function mark(view: EditorView, known: Known): void {
  const { state } = view;
  const changed = known.changed.map((path) => spanOf(state, path));
  view.dispatch({ effects: setChanged.of(linesOf(state, changed)) });
  view.dispatch(
    setDiagnostics(
      state,
      known.findings.map((finding) => diagnostic(state, finding, known.broken)),
    ),
  );
}

/** The offset of a line and column; of one that is not there, the nearest. */
export function offsetOf(doc: Text, { line, column }: Point): number {
  const there = doc.line(Math.min(Math.max(line, 1), doc.lines));
  // Rust counts whole characters, an offset counts halves of those outside of the basic plane.
  const before = [...there.text].slice(0, column - 1).join("");
  return there.from + before.length;
}

function linesOf(state: EditorState, spans: readonly Span[]): DecorationSet {
  const numbers = new Set<number>();
  for (const { from, to } of spans) {
    if (from === to) continue;
    const last = state.doc.lineAt(to).number;
    for (let line = state.doc.lineAt(from).number; line <= last; line += 1) numbers.add(line);
  }
  const builder = new RangeSetBuilder<Decoration>();
  for (const line of [...numbers].sort((one, other) => one - other)) {
    const { from } = state.doc.line(line);
    builder.add(from, from, ours);
  }
  return builder.finish();
}

function diagnostic(state: EditorState, finding: FindingView, broken: Point | null): Diagnostic {
  const span = broken ? pointSpan(state, broken) : firstLine(state, spanOf(state, finding.path));
  return { ...span, severity: severities[finding.severity], message: finding.message };
}

/** The character at a point; at the end of a line the one before it. */
function pointSpan(state: EditorState, point: Point): Span {
  const from = offsetOf(state.doc, point);
  return { from, to: Math.min(from + 1, state.doc.lineAt(from).to) };
}

/** A value of many lines is marked at its first one. */
function firstLine(state: EditorState, { from, to }: Span): Span {
  return { from, to: Math.min(to, state.doc.lineAt(from).to) };
}
