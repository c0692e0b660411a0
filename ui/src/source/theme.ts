// The look of the editor, in the colours of the window.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--accent-ink)" },
  { tag: tags.string, color: "var(--ink)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--ok)" },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: "var(--ink-2)" },
]);

const frame = EditorView.theme({
  // Tooltips have the theme's class as well, but are not editors.
  "&.cm-editor": { height: "100%", fontSize: "12.5px", background: "var(--panel)", color: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  "&.cm-focused .cm-scroller": { boxShadow: "inset 0 0 0 2px var(--accent)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px" },
  ".cm-content": { padding: "6px 0", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--accent-soft)" },
  ".cm-activeLine, .cm-activeLineGutter": { background: "transparent" },
  "&.cm-focused .cm-activeLine": { background: "var(--sunk)" },
  "&.cm-focused .cm-activeLineGutter": { background: "var(--sunk)", color: "var(--ink)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { background: "var(--accent-soft)", outline: "1px solid var(--accent)" },
  ".cm-gutters": { background: "var(--panel)", color: "var(--ink-3)", border: "0", borderRight: "1px solid var(--line)" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "44px", padding: "0 8px 0 4px" },
  ".cm-line": { padding: "0 20px 0 8px" },
});

const marks = EditorView.theme({
  ".cm-ours": { background: "var(--chg-soft)", boxShadow: "inset 3px 0 0 var(--chg)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--err)", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn)", textUnderlineOffset: "3px" },
  ".cm-lintRange-info": { backgroundImage: "none", textDecoration: "underline dotted var(--ink-3)", textUnderlineOffset: "3px" },
  ".cm-lintPoint:after": { borderBottomColor: "var(--err)" },
  ".cm-diagnostic": { padding: "6px 10px", maxWidth: "56ch", whiteSpace: "normal", border: "0", borderLeft: "3px solid var(--ink-3)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--err)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-changedLine": { background: "var(--ok-soft) !important" },
  ".cm-changedText": { background: "none !important", textDecoration: "underline 2px var(--ok)", textUnderlineOffset: "3px" },
  ".cm-deletedChunk": { background: "var(--err-soft) !important", padding: "0 0 0 8px" },
  ".cm-deletedText": { background: "none !important", textDecoration: "line-through var(--err)" },
  ".cm-changedLine.cm-ours": { boxShadow: "none" },
  ".cm-deletedChunk .cm-chunkButtons": { insetInlineEnd: "12px", zIndex: "1" },
  ".cm-deletedChunk .cm-chunkButtons .cm-button": {
    background: "var(--panel)",
    color: "var(--ink)",
    border: "1px solid var(--line-2)",
    borderRadius: "var(--radius)",
    padding: "0 8px",
    fontFamily: "var(--font)",
    lineHeight: "22px",
  },
  ".cm-changedLineGutter": { background: "var(--ok) !important" },
  ".cm-deletedLineGutter": { background: "var(--err) !important" },
  ".cm-collapsedLines": { background: "var(--sunk)", color: "var(--ink-2)", fontFamily: "var(--font)", padding: "2px 12px" },
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: "none" },
});

const boxes = EditorView.theme({
  ".cm-tooltip": {
    background: "var(--panel)",
    color: "var(--ink)",
    border: "1px solid var(--line-2)",
    borderRadius: "var(--radius)",
    boxShadow: "var(--shadow)",
    fontFamily: "var(--font)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "16em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px", lineHeight: "20px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent-soft)", color: "var(--ink)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionDetail": { fontFamily: "var(--font)", fontStyle: "normal", color: "var(--ink-2)", marginLeft: "12px" },
  ".cm-tooltip.cm-completionInfo, .cm-help": {
    padding: "8px 10px",
    maxWidth: "36ch",
    fontFamily: "var(--font)",
    fontSize: "12.5px",
    lineHeight: "18px",
  },
  ".cm-help b": { display: "block" },
  ".cm-help p": { margin: "2px 0 0" },
  ".cm-help .quiet": { color: "var(--ink-2)" },
  ".cm-panels": {
    background: "var(--sunk)",
    color: "var(--ink)",
    borderBottom: "1px solid var(--line) !important",
    fontFamily: "var(--font)",
  },
  ".cm-panel.cm-search": { padding: "6px 34px 6px 12px", fontSize: "12px" },
  ".cm-panel.cm-search label": { fontSize: "12px", display: "inline-flex", alignItems: "center", gap: "4px" },
  ".cm-textfield": {
    background: "var(--panel)",
    color: "var(--ink)",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius)",
    fontSize: "12px",
    padding: "3px 6px",
  },
  ".cm-button": {
    backgroundImage: "none",
    background: "var(--panel)",
    color: "var(--ink)",
    border: "1px solid var(--line-2)",
    borderRadius: "var(--radius)",
    fontSize: "12px",
    padding: "3px 8px",
  },
  ".cm-panel.cm-search [name=close]": { color: "var(--ink)", fontSize: "16px", top: "4px", right: "8px", padding: "0 6px" },
  ".cm-searchMatch": { background: "var(--warn-soft)", outline: "1px solid var(--warn)" },
  ".cm-searchMatch-selected": { background: "var(--accent-soft)" },
});

export const theme: Extension = [frame, marks, boxes, syntaxHighlighting(colours)];
