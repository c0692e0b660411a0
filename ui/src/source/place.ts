// Converts between paths and offsets of a JSON text. Uses the syntax tree, which exists for a broken text as well.
// No values are parsed.

import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";

/** A range of the text, in offsets. */
export interface Span {
  from: number;
  to: number;
}

/** A range where a member's name or a value can be inserted. */
export interface Slot extends Span {
  kind: "member" | "value";
  /** The path of the member's object, or of the value. */
  path: string;
  /** The other names in the object. */
  names: string[];
}

type Step = string | number;

const stepPattern = /\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^.[\]]+)/gu;
const plainName = /^[A-Za-z_][A-Za-z0-9_-]*$/u;
const values = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);
/** How long the parser may take for a large text. After that, the tree may be incomplete. */
const parseTimeoutMs = 200;

/** Returns the range of the member, item or document at a path, or of the nearest part around it. */
export function spanOf(state: EditorState, path: string): Span {
  let node: SyntaxNode = treeOf(state).topNode;
  let value = firstValue(node);
  for (const step of stepsOf(path)) {
    const part = value && partOf(state, value, step);
    if (!part) break;
    node = part;
    value = part.name === "Property" ? firstValue(part) : part;
  }
  return node.parent ? { from: node.from, to: node.to } : { from: 0, to: 0 };
}

/** Returns the path of the member or item around an offset; empty for the whole document. */
export function pathAt(state: EditorState, at: number): string {
  return pathOf(state, treeOf(state).resolveInner(at, 1));
}

/** Returns the slot of the name or value that ends at an offset; `null` if neither is allowed there. */
export function slotAt(state: EditorState, at: number): Slot | null {
  const from = wordStart(state, at);
  const before = lastBefore(state, from);
  if (before === null) return null;
  const sign = state.sliceDoc(before, before + 1);
  const inner = treeOf(state).resolveInner(before, sign === "{" || sign === "[" ? 1 : -1);
  const container = nearest(inner, sign === ":" ? ["Property"] : ["Object", "Array"]);
  if (!container) return null;
  const span = { from, to: wordEnd(state, from, at) };
  if (sign === ":") return { ...span, kind: "value", path: pathOf(state, container), names: [] };
  if (!"{[,".includes(sign)) return null;
  if (container.name === "Array") {
    const at = parts(container).filter((item) => item.to <= from).length;
    return { ...span, kind: "value", path: `${pathOf(state, container)}[${at}]`, names: [] };
  }
  const others = parts(container).filter((member) => member.from !== from);
  return { ...span, kind: "member", path: pathOf(state, container), names: others.map((member) => nameOf(state, member)) };
}

/** Returns whether a colon follows a member's name. */
export function hasColon(state: EditorState, end: number): boolean {
  return /^\s*:/u.test(state.sliceDoc(end, end + 200));
}

function treeOf(state: EditorState): Tree {
  return ensureSyntaxTree(state, state.doc.length, parseTimeoutMs) ?? syntaxTree(state);
}

function stepsOf(path: string): Step[] {
  return [...path.matchAll(stepPattern)].map(([, item, quoted, name]) => {
    if (item !== undefined) return Number(item);
    return quoted === undefined ? (name ?? "") : unquoted(quoted);
  });
}

function pathOf(state: EditorState, node: SyntaxNode): string {
  const steps: string[] = [];
  for (let current: SyntaxNode | null = node; current; current = current.parent) {
    const { name, from: start, parent } = current;
    if (name === "Property") steps.unshift(memberStep(nameOf(state, current)));
    else if (parent?.name === "Array" && values.has(name)) steps.unshift(`[${parts(parent).findIndex(({ from }) => from === start)}]`);
  }
  return steps.join("").replace(/^\./u, "");
}

function memberStep(name: string): string {
  return plainName.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function partOf(state: EditorState, container: SyntaxNode, step: Step): SyntaxNode | undefined {
  if (typeof step === "number") return container.name === "Array" ? parts(container)[step] : undefined;
  return container.name === "Object" ? parts(container).find((member) => nameOf(state, member) === step) : undefined;
}

/** Returns the members of an object, or the items of a list. */
function parts(container: SyntaxNode): SyntaxNode[] {
  const all: SyntaxNode[] = [];
  for (let part = container.firstChild; part; part = part.nextSibling)
    if (part.name === "Property" || values.has(part.name)) all.push(part);
  return all;
}

function firstValue(container: SyntaxNode): SyntaxNode | undefined {
  for (let part = container.firstChild; part; part = part.nextSibling) if (values.has(part.name)) return part;
  return undefined;
}

function nearest(node: SyntaxNode, names: string[]): SyntaxNode | null {
  let current: SyntaxNode | null = node;
  while (current && !names.includes(current.name)) current = current.parent;
  return current;
}

function nameOf(state: EditorState, member: SyntaxNode): string {
  const name = member.getChild("PropertyName");
  return name ? unquoted(state.sliceDoc(name.from, name.to)) : "";
}

/** Returns the content of a JSON string; the string itself if it is broken. */
function unquoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

/** Returns the start of the string or word that ends at an offset. A string never spans several lines. */
function wordStart(state: EditorState, at: number): number {
  const line = state.doc.lineAt(at);
  const before = line.text.slice(0, at - line.from);
  const open = /^(?:[^"]|"(?:[^"\\]|\\.)*")*("(?:[^"\\]|\\.)*)$/u.exec(before)?.[1];
  const word = open ?? /[\w.+-]*$/u.exec(before)?.[0] ?? "";
  return at - word.length;
}

/** Returns the end of that string or word. A quote that closes another string further on does not count. */
function wordEnd(state: EditorState, from: number, at: number): number {
  const line = state.doc.lineAt(at);
  const after = line.text.slice(at - line.from);
  const isQuoted = state.sliceDoc(from, from + 1) === '"';
  const rest = (isQuoted ? /^[^",:{}[\]]*"/u : /^[\w.+-]*/u).exec(after)?.[0] ?? "";
  return at + rest.length;
}

/** Returns the offset of the last character before an offset that is not white space. */
function lastBefore(state: EditorState, at: number): number | null {
  const before = state.sliceDoc(Math.max(0, at - 10_000), at).trimEnd();
  const end = at - Math.min(at, 10_000) + before.length;
  return before === "" ? null : end - 1;
}
