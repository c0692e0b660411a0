// The marks in the text: changed lines, and findings at their positions.

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

/** The marks of the shown text. */
export interface SourceMarks {
  /** The changed paths. */
  changed: readonly string[];
  findings: readonly FindingView[];
  /** The position of the syntax error, if there is one. */
  broken: Point | null;
}

const setChanged = StateEffect.define<DecorationSet>();
const changedLine = Decoration.line({ class: "cm-ours" });
const severities: Record<Severity, Diagnostic["severity"]> = { error: "error", warning: "warning", note: "info" };

const changedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (lines, transaction) =>
    transaction.effects.reduce((current, effect) => (effect.is(setChanged) ? effect.value : current), lines.map(transaction.changes)),
  provide: (field) => EditorView.decorations.from(field),
});

export const marks: Extension = [changedLines, lintGutter()];

/** Shows marks at their positions in the current text. */
export function showMarks(view: EditorView, { changed, findings, broken }: SourceMarks): void {
  const { state } = view;
  const spans = changed.map((path) => spanOf(state, path));
  view.dispatch({ effects: setChanged.of(linesOf(state, spans)) });
  view.dispatch(
    setDiagnostics(
      state,
      findings.map((finding) => diagnostic(state, finding, broken)),
    ),
  );
}

/** Returns the offset of a line and column, or the nearest one if the text is shorter. */
export function offsetOf(doc: Text, { line, column }: Point): number {
  const docLine = doc.line(Math.min(Math.max(line, 1), doc.lines));
  // Rust counts characters. Offsets count UTF-16 code units.
  const before = [...docLine.text].slice(0, column - 1).join("");
  return docLine.from + before.length;
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
    builder.add(from, from, changedLine);
  }
  return builder.finish();
}

function diagnostic(state: EditorState, finding: FindingView, broken: Point | null): Diagnostic {
  const span = broken ? pointSpan(state, broken) : firstLine(state, spanOf(state, finding.path));
  return { ...span, severity: severities[finding.severity], message: finding.message };
}

/** Returns the range of the character at a point; empty at the end of a line. */
function pointSpan(state: EditorState, point: Point): Span {
  const from = offsetOf(state.doc, point);
  return { from, to: Math.min(from + 1, state.doc.lineAt(from).to) };
}

/** Returns the first line of a value, because only that line is marked. */
function firstLine(state: EditorState, { from, to }: Span): Span {
  return { from, to: Math.min(to, state.doc.lineAt(from).to) };
}
