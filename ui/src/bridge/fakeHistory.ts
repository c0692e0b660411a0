// The history of a draft on the fake desk: its steps, and one fetch of the campaign.

import type { HistoryComparison, ComparedValue, History, HistoryEntry, HistoryKind } from "./bindings";
import { specs, type Values } from "./fakeData";
import type { Draft } from "./fakeDocument";

const fetched = "version:0";

export function historyOf(draft: Draft): History {
  const steps = draft.id === "" ? [] : stepsOf(draft).map((_, at, { length }) => stepEntry(draft, length - 1 - at));
  const entries = draft.campaign ? [...steps, entry(fetched, "fetched", "Fetched 2026-11-20 09:00:00", "First seen")] : steps;
  const first = entries.at(-1);
  if (first?.kind === "fetched" && steps.length === 0) first.mark = "onService";
  const note = entries.length === 1 ? "It has been fetched once. What happens from now on will be listed here." : null;
  return { entries, draft: draft.id === "" ? null : draft.id, note };
}

export function compareOf(draft: Draft, before: string, after: string): HistoryComparison {
  const [one, other] = [valuesAt(draft, before), valuesAt(draft, after)];
  const value = (values: Values, path: string): ComparedValue => ({
    text: path in values ? (values[path] ?? "null") : null, unknown: false, restorable: values[path] !== draft.now[path],
  });
  const differs = specs.filter(({ path }) => one[path] !== other[path]);
  const fields = differs.map(({ path, label }) => ({ path, label, before: value(one, path), after: value(other, path) }));
  return {
    before, after, fields, same: Object.keys(other).length - fields.length, note: null, texts: null, layouts: null,
    restorableBefore: fields.filter((field) => field.before.restorable).length,
    restorableAfter: fields.filter((field) => field.after.restorable).length,
  };
}

/** Returns the document at an entry. */
export function valuesAt(draft: Draft, entry: string): Values {
  return entry === fetched ? draft.base : (stepsOf(draft)[Number(entry.replace("step:", ""))] ?? {});
}

/** Returns the document after each number of edits, from zero. */
function stepsOf({ past, now, future }: Draft): Values[] {
  return [...past, now, ...[...future].reverse()];
}

function stepEntry(draft: Draft, position: number): HistoryEntry {
  const here = draft.past.length;
  const begun = position === 0;
  const made = entry(`step:${position}`, begun ? "begun" : "step", begun ? "Draft begun" : `Draft, step ${position}`, begun ? "From what the service had" : "Change");
  return {
    ...made, mark: position === here ? "here" : position > here ? "takenBack" : "none",
    position: position === here ? null : position, before: begun ? (draft.campaign ? fetched : null) : `step:${position - 1}`,
  };
}

function entry(id: string, kind: HistoryKind, name: string, title: string): HistoryEntry {
  return {
    id, kind, name, title, about: `${name}.`, at: "2026-11-20T08:00:00Z", who: null, mark: "none", state: null, item: null,
    position: null, before: null,
  };
}
