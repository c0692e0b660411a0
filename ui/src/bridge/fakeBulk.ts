// The bulk edits of the fake desk. A stand-in for the desk's Rust code.

import type {
  BulkPreviewResult, BulkChange, AppliedBulkEdit, BulkForm, BulkList, BulkUndoResult, BulkOutcome, BulkPreview, BulkProgress, BulkQuery, BulkRequest,
  BulkRow, BulkScope, BulkValue, BulkWindow, FindingView, DocumentRef,
} from "./bindings";
import { specs, type Values } from "./fakeData";
import { apply, findingsOf, targetOf, type Draft } from "./fakeDocument";

/** The functions of the desk that a bulk edit needs. */
export interface Drafting {
  /** Returns the draft of a campaign, or the unchanged campaign. */
  read(target: DocumentRef): Draft;
  /** Returns the draft of a campaign. Creates it if there is none. */
  begin(target: DocumentRef): Draft;
  /** Undoes or redoes one step of a draft. */
  travel(draft: string, back: boolean): void;
}

interface Planned {
  target: DocumentRef;
  title: string;
  path: string;
  before: string | null | undefined;
  after: string;
  caused: FindingView[];
}

/** Supports text fields only, without regular expressions and tokens: enough to draw every state of the pane. */
export class FakeBulk {
  readonly #drafting: Drafting;
  readonly #edits: (AppliedBulkEdit & { drafts: string[] })[] = [];
  #preview: BulkPreview | null = null;
  #planned: Planned[] = [];

  constructor(drafting: Drafting) {
    this.#drafting = drafting;
  }

  form(scope: BulkScope): BulkForm {
    const free = specs.filter(({ lock, unknown }) => !unknown && lock?.label !== "read-only");
    return {
      count: this.#targets(scope).length,
      zone: "Europe/Berlin",
      fields: free.map(({ path, label, description, kind, choices, lock }) => ({
        path, label, description: description ?? "", kind, choices: choices ?? [], text: kind === "text" || kind === "choice",
        note: lock ? "Only for new campaigns: the service takes it once." : null,
      })),
      tokens: specs.map(({ path, label }) => ({ value: `{${path}}`, label })),
    };
  }

  preview({ operation, scope, change }: BulkRequest, listen: (progress: BulkProgress) => void): BulkPreviewResult {
    const unclosed = change.kind === "replace" ? change.data.replace.indexOf("{") : -1;
    if (unclosed >= 0) {
      const message = "This brace is not closed. Write {{ for a brace that is part of the text.";
      return { kind: "refused", data: { part: { kind: "replace" }, at: unclosed + 1, message } };
    }
    const all = this.#targets(scope);
    listen({ step: "looking", done: 0, total: all.length });
    this.#planned = all.flatMap((target) => this.#plan(target, change));
    const changed = this.#planned.filter(differs);
    this.#preview = {
      operation, label: labelOf(change), changed: changed.length, unchanged: all.length - changed.length, skipped: 0,
      summaries: 0, reasons: [], findings: grouped(changed),
    };
    return { kind: "ready", data: this.#preview };
  }

  rows({ list, offset, limit }: BulkQuery): BulkWindow {
    const listed = this.#listed(list);
    return { total: listed.length, offset, rows: listed.slice(offset, offset + limit) };
  }

  apply(listen: (progress: BulkProgress) => void): BulkOutcome {
    const changed = this.#planned.filter(differs);
    listen({ step: "saving", done: 0, total: changed.length });
    const drafts = changed.map(({ target, path, after }) => {
      const draft = this.#drafting.begin(target);
      draft.past.push(structuredClone(draft.now));
      draft.future = [];
      apply(draft, { path, input: { kind: "text", text: after } });
      return draft.id;
    });
    const made: AppliedBulkEdit = {
      id: `bulk-${this.#edits.length + 1}`, at: new Date().toISOString(), applied: drafts.length, taken: 0,
      label: `${this.#preview?.label ?? ""} in ${drafts.length} campaigns`,
    };
    this.#edits.unshift({ ...made, drafts });
    return { kind: "applied", data: made };
  }

  list(): AppliedBulkEdit[] {
    return this.#edits.map(({ drafts: _, ...edit }) => edit);
  }

  move(id: string, back: boolean): BulkUndoResult {
    const edit = this.#edits.find((one) => one.id === id);
    for (const draft of edit?.drafts ?? []) this.#drafting.travel(draft, back);
    if (edit) [edit.applied, edit.taken] = [edit.taken, edit.applied];
    const drafts = edit?.drafts.length ?? 0;
    return { drafts, left: [], message: `“${edit?.label ?? ""}” was ${back ? "taken" : "brought"} back in ${drafts} drafts.` };
  }

  #targets(scope: BulkScope): DocumentRef[] {
    if (scope.kind === "drafts") return scope.ids.map((id) => ({ kind: "draft", id }));
    return scope.ids.map((id) => ({ kind: "campaign", id }));
  }

  #plan(target: DocumentRef, change: BulkChange): Planned[] {
    const draft = this.#drafting.read(target);
    return steps(change, draft.now).map(([path, after]) => {
      const then = { ...draft, now: { ...draft.now, [path]: after } };
      const known = findingsOf(draft).map(({ rule }) => rule);
      const caused = findingsOf(then).filter(({ rule }) => !known.includes(rule));
      return { target: targetOf(draft), title: draft.now["name"] ?? "", path, before: draft.now[path], after, caused };
    });
  }

  #listed(list: BulkList): BulkRow[] {
    if (list.kind === "skipped") return [];
    if (list.kind === "changed") return this.#planned.filter(differs).map((one) => rowOf(one));
    if (list.kind === "unchanged") return this.#planned.filter((one) => !differs(one)).map((one) => rowOf(one));
    const wanted = this.#preview?.findings[list.index];
    return this.#planned.flatMap((one) =>
      one.caused.filter(({ message }) => message === wanted?.message).map(({ message }) => ({ ...rowOf(one), note: message })),
    );
  }
}

function steps(change: BulkChange, now: Values): [string, string][] {
  if (change.kind === "set") return change.data.map(({ path, input }) => [path, "text" in input && typeof input.text === "string" ? input.text : ""]);
  const { fields, find, replace } = change.data;
  return fields.map((path) => [path, (now[path] ?? "").replaceAll(find, replace)]);
}

function differs({ before, after }: Planned): boolean {
  return before !== after;
}

function rowOf({ target, title, path, before, after }: Planned): BulkRow {
  const label = specs.find((spec) => spec.path === path)?.label ?? path;
  return { target, title, label, before: valueOf(before), after: before === after ? null : valueOf(after), note: null };
}

function valueOf(value: string | null | undefined): BulkValue {
  const presence = value === undefined ? "absent" : value === null ? "null" : "value";
  return { presence, parts: value ? [{ text: value, marked: true }] : [] };
}

function grouped(changed: Planned[]) {
  const all = changed.flatMap(({ caused }) => caused);
  return [...new Map(all.map((finding) => [finding.message, finding])).values()].map(({ code, severity, label, message }) => ({
    code, severity, label, message, title: label, count: all.filter((one) => one.message === message).length,
  }));
}

function labelOf(change: BulkChange): string {
  if (change.kind === "replace") return `Replace “${change.data.find}” with “${change.data.replace}”`;
  const [first] = change.data;
  const label = specs.find(({ path }) => path === first?.path)?.label ?? "";
  return `Set ${label} to ${first && "text" in first.input ? first.input.text : "null"}`;
}
