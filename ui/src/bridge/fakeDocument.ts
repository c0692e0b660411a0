// The drafts of the fake desk. A stand-in for the rules and the form, which are in Rust.

import type {
  CreatedDraft, ChangeView, Detail, DraftRow, DraftBatchResult, EditRequest, FieldView, FindingView, ItemState, EditLock, NewMember, Presence, ReceiptView, ReviewItem, ReviewRow, SentRow,
  SeverityView, DocumentRef,
} from "./bindings";
import { CommandFailure } from "./failure";
import { advertisers, specs, type FieldSpec, type Values } from "./fakeData";
import { notFound } from "./fakeFailure";

/** A draft, or a campaign without one. Then its id is empty. */
export interface Draft {
  id: string;
  campaign: string | null;
  base: Values;
  past: Values[];
  now: Values;
  future: Values[];
  saved: string;
  revision: number;
  lock: EditLock | null;
}

export function countOf(draft: Draft, severity: SeverityView): number {
  return findingsOf(draft).filter((finding) => finding.severity === severity).length;
}

export function targetOf({ campaign, id }: Draft): DocumentRef {
  return campaign ? { kind: "campaign", id: campaign } : { kind: "draft", id };
}

export function advertiserOf(values: Values): string {
  return advertisers.find(([id]) => id === values["advertiserId"])?.[1] ?? "";
}

/** Returns a value of the list, including those that derive from another field. */
export function valueOf(values: Values, path: string): string {
  return path === "advertiserName" ? advertiserOf(values) : (values[path] ?? "");
}

export function draftRowOf(draft: Draft): DraftRow {
  return {
    draft: draft.id, target: targetOf(draft), collection: "campaigns", title: draft.now["name"] ?? "", id: draft.campaign,
    advertiser: advertiserOf(draft.now), changed: changesOf(draft).length, saved: draft.saved, lock: draft.lock,
    errors: countOf(draft, "error"), warnings: countOf(draft, "warning"),
  };
}

export function apply(draft: Draft, { path, input }: EditRequest): void {
  const [, list = path, at, member] = /^(.*)\[(\d+)\](\.name)?$/u.exec(path) ?? [];
  if (at !== undefined || input.kind === "add") {
    draft.now[list] = editItems((draft.now[list] ?? "").split("\n"), Number(at), input, member !== undefined).join("\n");
    return;
  }
  if (input.kind === "member") {
    addMember(draft, path, input.text);
    return;
  }
  if (input.kind === "text" || input.kind === "partial" || input.kind === "raw") draft.now[path] = input.text;
  else if (input.kind === "null") draft.now[path] = null;
  else if (input.kind === "revert" && path in draft.base) draft.now[path] = draft.base[path] ?? null;
  else delete draft.now[path];
}

function addMember({ now }: Draft, holder: string, { name, value, isText }: NewMember): void {
  const path = [holder, name].filter((part) => part !== "").join(".");
  if (path in now) throw new CommandFailure({ code: "Invalid", message: `There is a field “${name}” here already.`, details: null });
  if (!isText && !isJson(value)) throw new CommandFailure({ code: "Invalid", message: "Line 1, column 1: this is not well-formed JSON.", details: null });
  now[path] = isText ? JSON.stringify(value) : value;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Members without a field are shown as JSON. */
function strangers(now: Values): FieldSpec[] {
  const known = new Set(specs.map(({ path }) => path));
  const group = specs.find(({ unknown }) => unknown)?.group ?? "";
  const others = Object.keys(now).filter((path) => !known.has(path));
  return others.map((path) => ({ path, label: path, group, kind: "json", unknown: true }));
}

export function changesOf({ base, now }: Draft): ChangeView[] {
  return specs
    .filter(({ path }) => base[path] !== now[path])
    .map(({ path, label }) => ({ path, label, before: shown(base, path), after: shown(now, path) }));
}

function shown(values: Values, path: string): string | null {
  return path in values ? (values[path] ?? "null") : null;
}

function fieldOf(spec: FieldSpec, draft: Draft): FieldView {
  const { base, now, campaign } = draft;
  const value = now[spec.path];
  const isSet = spec.lock?.label !== "set once" || campaign !== null;
  return {
    path: spec.path, label: spec.label, description: spec.description ?? "", kind: spec.kind, unit: spec.unit ?? null,
    presence: presenceOf(value), text: value ?? "",
    choices: spec.choices ?? [], required: spec.required ?? false, lock: (isSet && spec.lock) || null,
    changed: campaign !== null && base[spec.path] !== value, was: base[spec.path] ?? null,
    wasPresence: presenceOf(base[spec.path]), known: !spec.unknown, note: spec.note ?? null, ...partsOf(spec, value),
  };
}

function presenceOf(value: string | null | undefined): Presence {
  return value === undefined ? "absent" : value === null ? "null" : "value";
}

function editItems(items: string[], at: number, input: EditRequest["input"], inside: boolean): string[] {
  if (input.kind === "add") return [...items, ""];
  if (inside && input.kind === "text") return items.with(at, input.text);
  const [item = ""] = items.splice(at, 1);
  const to = { moveUp: at - 1, moveDown: at + 1 }[input.kind as string];
  return to === undefined ? items : items.toSpliced(to, 0, item);
}

/** A list is stored as the names of its items, one per line. */
function partsOf(spec: FieldSpec, value: string | null | undefined): Pick<FieldView, "item" | "parts"> {
  if (spec.kind !== "list") return { item: null, parts: [] };
  const names = value ? value.split("\n") : [];
  const item = spec.item ?? "Item";
  return { item, parts: names.map((name, at) => itemField(`${spec.path}[${at}]`, `${item} ${at + 1}`, name)) };
}

function itemField(path: string, label: string, name: string): FieldView {
  const plain = {
    description: "", presence: "value", text: name, unit: null, choices: [], required: false, lock: null, changed: false, was: null,
    wasPresence: null, known: true, note: null, item: null, parts: [],
  } satisfies Partial<FieldView>;
  return { ...plain, path, label, kind: "object", parts: [{ ...plain, path: `${path}.name`, label: "Name", kind: "text" }] };
}

export function findingsOf(draft: Draft): FindingView[] {
  return [...missing(draft), ...attached(draft), ...doubtful(draft)];
}

function missing({ now }: Draft): FindingView[] {
  return specs
    .filter(({ path, required }) => required && !now[path])
    .map(({ path, label }) => finding({ rule: "required", severity: "error", path, label, message: `${label} is required.` }));
}

function attached({ base, now, campaign }: Draft): FindingView[] {
  if (!campaign || base["traffickingMode"] !== "advanced" || now["traffickingMode"] !== "simple") return [];
  return [
    finding({
      rule: "trafficking-mode-with-placements", code: 62000, severity: "error", path: "traffickingMode", label: "Trafficking mode",
      message: "This campaign has placements attached, so the service will refuse the change from advanced to simple.",
      source: "practice admin: 4 placements",
      fix: { label: "Back to advanced", edit: { path: "traffickingMode", input: { kind: "revert" } } },
    }),
  ];
}

function doubtful({ now }: Draft): FindingView[] {
  if (now["status"] !== "ENDED") return [];
  return [
    finding({
      rule: "ended-with-budget", severity: "warning", path: "status", label: "Status",
      message: "An ended campaign still has a budget.",
    }),
  ];
}

type FindingParts = Pick<FindingView, "rule" | "severity" | "path" | "label" | "message">;

function finding(said: FindingParts & Partial<FindingView>): FindingView {
  return { code: null, source: null, fix: null, ...said };
}

export function detailOf(draft: Draft): Detail {
  const { id, campaign, now, past, future } = draft;
  const all = [...specs, ...strangers(now)];
  const groups = [...new Set(specs.map(({ group }) => group))].map((title) => ({
    title,
    note: title.startsWith("Other") ? "The catalog does not know these. They are kept and sent back as they are." : null,
    fields: all.filter((spec) => spec.group === title && (!spec.unknown || spec.path in now)).map((spec) => fieldOf(spec, draft)),
  }));
  return structuredClone({
    target: targetOf(draft), list: "campaigns", id: campaign, title: now["name"] ?? "",
    stays: null, summary: null, master: null, lineage: ["Practice Agency", advertiserOf(now), now["brandName"] ?? ""].filter((part) => part !== ""),
    draft: id === "" || (past.length + future.length === 0 && campaign) ? null : {
      id, new: campaign === null, changed: changesOf(draft).length, saved: draft.saved, lock: draft.lock,
      undo: past.length > 0 ? "the last change" : null, redo: future.length > 0 ? "the change taken back" : null,
    },
    groups: groups.filter(({ fields }) => fields.length > 0), changes: changesOf(draft), findings: findingsOf(draft),
    source: sourceOf(now), textOnly: null, file: null,
  });
}

/** Returns the field at a path, in a list or outside. */
export function fieldIn({ groups }: Detail, path: string): FieldView {
  const fields = groups.flatMap((group) => group.fields).flatMap((field) => [field, ...field.parts]);
  const found = fields.find((field) => field.path === path);
  if (!found) throw notFound("There is no such field.");
  return found;
}

export function sourceOf(values: Values): string {
  const document: Record<string, unknown> = { type: "Campaign" };
  for (const [path, value] of Object.entries(values)) {
    const names = path.split(".");
    const last = names.pop() ?? path;
    let place = document;
    for (const name of names) place = (place[name] ??= {}) as Record<string, unknown>;
    place[last] = value;
  }
  return JSON.stringify(document);
}

/** Creates a copy of each campaign. */
export async function copiesOf(ids: string[], copy: (target: DocumentRef) => Promise<CreatedDraft>): Promise<DraftBatchResult> {
  const begun = await Promise.all(ids.map((id) => copy({ kind: "campaign", id })));
  return { drafts: begun.flatMap(({ detail }) => detail.draft?.id ?? []), message: `${ids.length} drafts begun, each a copy.` };
}

export function reviewRowOf(draft: Draft): ReviewRow {
  const errors = findingsOf(draft).filter(({ severity }) => severity === "error");
  return {
    draft: draft.id, revision: draft.revision, collection: "campaigns", verb: draft.campaign ? "update" : "create", title: draft.now["name"] ?? "",
    id: draft.campaign, changed: changesOf(draft).length, errors: errors.map(({ rule, path }) => ({ rule, path })),
    warnings: countOf(draft, "warning"), blocked: draft.lock?.reason ?? null,
  };
}

export function reviewOf(draft: Draft): ReviewItem {
  const proof = { changed: changesOf(draft).length, carried: draft.campaign ? 38 : 0, dropped: 0 };
  return { row: reviewRowOf(draft), changes: changesOf(draft), findings: findingsOf(draft), proof };
}

export function receiptOf(draft: Draft, state: ItemState, person: string, item: string): ReceiptView {
  const outcomes: Partial<Record<ItemState, string>> = {
    confirmed: "The service has it; read back and compared.",
    refused: "The service refused: placements are attached.",
    needsYou: "The line dropped after the request had begun.",
  };
  const row: SentRow = {
    item, collection: "campaigns", verb: draft.campaign ? "update" : "create", title: draft.now["name"] ?? "", id: draft.campaign, state,
    code: state === "refused" ? 62000 : null, outcome: outcomes[state] ?? "", at: new Date().toISOString(), person,
  };
  const request = draft.campaign ? `PUT /campaigns/${draft.campaign}` : "POST /campaigns";
  const text = state === "needsYou" ? null : `{"result":[${sourceOf(draft.now)}],"error":null}`;
  const status = text === null ? null : state === "refused" ? 500 : 200;
  const reply = text === null ? null : { request, status, at: null, headers: [], body: text, about: "JSON", more: null, text };
  return structuredClone({
    row, changes: changesOf(draft), login: "practice", body: `{"entities":[${sourceOf(draft.now)}]}`, overrides: [], meanwhile: [],
    serviceChanges: state === "confirmed" ? [{ path: "version", label: "Version", before: "3", after: "4" }] : [],
    attempts: [{ request, at: row.at, status, outcome: row.outcome, reply }],
    evidence: state === "needsYou" ? ["The request left this computer, but no answer came.", "Looked twice, 5 s apart: the campaign is as it was."] : [],
    decisions: state === "needsYou" ? ["lookAgain", "itWasSent", "backToDraft"] : [],
    hash: "9f2c4e0b7d1a4c55b0a8c2f1e6d39a7be41f0c6a2d8b7e5f3c1a09d8e7f6b5a4", previousHash: null,
  } satisfies ReceiptView);
}
