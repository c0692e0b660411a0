// Where in a text the value at a path stands, and which path a place in the text has. Read from the syntax tree, which
// is there for a broken text too; nothing is parsed into values.

import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";

/** A stretch of the text, in offsets. */
export interface Span {
  from: number;
  to: number;
}

/** What may be written at a place: a member's name, or a value. */
export interface Slot extends Span {
  kind: "member" | "value";
  /** Of the object that the member is for, or of the value. */
  path: string;
  /** The names that the object has already, other than the one at the place. */
  names: string[];
}

type Step = string | number;

const step = /\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^.[\]]+)/gu;
const plainName = /^[A-Za-z_][A-Za-z0-9_-]*$/u;
const values = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);
/** How long a large text may be read for a place, in milliseconds. */
const patience = 200;

/** The member, item or document at a path; where it is not there, what is nearest around its place. */
export function spanOf(state: EditorState, path: string): Span {
  let node: SyntaxNode = treeOf(state).topNode;
  let value = firstValue(node);
  for (const one of stepsOf(path)) {
    const part = value && partOf(state, value, one);
    if (!part) break;
    node = part;
    value = part.name === "Property" ? firstValue(part) : part;
  }
  return node.parent ? { from: node.from, to: node.to } : { from: 0, to: 0 };
}

/** The path of the member or item around a place; empty for the whole document. */
export function pathAt(state: EditorState, at: number): string {
  return pathOf(state, treeOf(state).resolveInner(at, 1));
}

/** What a name or value that ends at a place is written for; none where neither belongs there. */
export function slotAt(state: EditorState, at: number): Slot | null {
  const from = wordStart(state, at);
  const before = lastBefore(state, from);
  if (before === null) return null;
  const sign = state.sliceDoc(before, before + 1);
  const holder = treeOf(state).resolveInner(before, sign === "{" || sign === "[" ? 1 : -1);
  const around = nearest(holder, sign === ":" ? ["Property"] : ["Object", "Array"]);
  if (!around) return null;
  const span = { from, to: wordEnd(state, from, at) };
  if (sign === ":") return { ...span, kind: "value", path: pathOf(state, around), names: [] };
  if (!"{[,".includes(sign)) return null;
  if (around.name === "Array") {
    const at = parts(around).filter((item) => item.to <= from).length;
    return { ...span, kind: "value", path: `${pathOf(state, around)}[${at}]`, names: [] };
  }
  const others = parts(around).filter((member) => member.from !== from);
  return { ...span, kind: "member", path: pathOf(state, around), names: others.map((member) => nameOf(state, member)) };
}

/** Whether a member that begins at a place has its colon. */
export function hasColon(state: EditorState, end: number): boolean {
  return /^\s*:/u.test(state.sliceDoc(end, end + 200));
}

function treeOf(state: EditorState): Tree {
  return ensureSyntaxTree(state, state.doc.length, patience) ?? syntaxTree(state);
}

function stepsOf(path: string): Step[] {
  return [...path.matchAll(step)].map(([, item, quoted, name]) => {
    if (item !== undefined) return Number(item);
    return quoted === undefined ? (name ?? "") : unquoted(quoted);
  });
}

function pathOf(state: EditorState, node: SyntaxNode): string {
  const steps: string[] = [];
  for (let one: SyntaxNode | null = node; one; one = one.parent) {
    if (one.name === "Property") steps.unshift(memberStep(nameOf(state, one)));
    else if (one.parent?.name === "Array" && values.has(one.name))
      steps.unshift(`[${parts(one.parent).findIndex(({ from }) => from === one.from)}]`);
  }
  return steps.join("").replace(/^\./u, "");
}

function memberStep(name: string): string {
  return plainName.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function partOf(state: EditorState, holder: SyntaxNode, one: Step): SyntaxNode | undefined {
  if (typeof one === "number") return holder.name === "Array" ? parts(holder)[one] : undefined;
  return holder.name === "Object" ? parts(holder).find((member) => nameOf(state, member) === one) : undefined;
}

/** The members of an object, or the items of a list. */
function parts(holder: SyntaxNode): SyntaxNode[] {
  const all: SyntaxNode[] = [];
  for (let part = holder.firstChild; part; part = part.nextSibling) if (part.name === "Property" || values.has(part.name)) all.push(part);
  return all;
}

function firstValue(holder: SyntaxNode): SyntaxNode | undefined {
  for (let part = holder.firstChild; part; part = part.nextSibling) if (values.has(part.name)) return part;
  return undefined;
}

function nearest(node: SyntaxNode, names: string[]): SyntaxNode | null {
  let one: SyntaxNode | null = node;
  while (one && !names.includes(one.name)) one = one.parent;
  return one;
}

function nameOf(state: EditorState, member: SyntaxNode): string {
  const name = member.getChild("PropertyName");
  return name ? unquoted(state.sliceDoc(name.from, name.to)) : "";
}

/** A quoted text as the text that it stands for; one that is broken as it is. */
function unquoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

/** Where the text in quotes, or the word, begins that reaches to a place. No text in quotes goes over a line's end. */
function wordStart(state: EditorState, at: number): number {
  const line = state.doc.lineAt(at);
  const before = line.text.slice(0, at - line.from);
  const open = /^(?:[^"]|"(?:[^"\\]|\\.)*")*("(?:[^"\\]|\\.)*)$/u.exec(before)?.[1];
  const word = open ?? /[\w.+-]*$/u.exec(before)?.[0] ?? "";
  return at - word.length;
}

/** Where it ends. Quotes that close something further on are not its own. */
function wordEnd(state: EditorState, from: number, at: number): number {
  const line = state.doc.lineAt(at);
  const after = line.text.slice(at - line.from);
  const isQuoted = state.sliceDoc(from, from + 1) === '"';
  const rest = (isQuoted ? /^[^",:{}[\]]*"/u : /^[\w.+-]*/u).exec(after)?.[0] ?? "";
  return at + rest.length;
}

/** The last character before a place that is no white space. */
function lastBefore(state: EditorState, at: number): number | null {
  const before = state.sliceDoc(Math.max(0, at - 10_000), at).trimEnd();
  const end = at - Math.min(at, 10_000) + before.length;
  return before === "" ? null : end - 1;
}
