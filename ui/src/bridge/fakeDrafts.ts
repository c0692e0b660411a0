// The draft lists of the fake desk: filtered, searched and sorted, one window at a time.

import type { DraftQuery, DraftRow, DraftBatchResult, DraftWindow } from "./bindings";
import { draftRowOf, type Draft } from "./fakeDocument";

/** Returns all drafts that match a query, in its order. */
export function foundDrafts({ shown, search, sort }: DraftQuery, live: Draft[], discarded: Draft[]): DraftRow[] {
  const words = search.toLowerCase().split(/\s+/u);
  const fits = ({ title, advertiser, id }: DraftRow) => words.every((word) => `${title} ${advertiser} ${id}`.toLowerCase().includes(word));
  const rows = (shown === "discarded" ? discarded.toReversed() : live).map(draftRowOf).filter(fits);
  const found = rows.filter(({ errors, lock }) => {
    if (shown === "ready") return errors === 0 && lock === null;
    return shown !== "errors" || errors > 0;
  });
  if (!sort) return found;
  const by = (row: DraftRow) => (sort.column === "findings" ? row.errors : row[sort.column]);
  return found.sort((one, other) => (by(one) < by(other) ? -1 : by(one) > by(other) ? 1 : 0) * (sort.descending ? -1 : 1));
}

export function draftWindowOf(query: DraftQuery, live: Draft[], discarded: Draft[]): DraftWindow {
  const count = (shown: DraftQuery["shown"]) => foundDrafts({ ...query, shown, search: "" }, live, discarded).length;
  const found = foundDrafts(query, live, discarded);
  return {
    offset: query.offset, rows: found.slice(query.offset, query.offset + query.limit), matched: found.length,
    counts: { all: count("all"), ready: count("ready"), errors: count("errors"), discarded: count("discarded") },
  };
}

/** Moves the drafts that can be moved. */
export function moveAll(drafts: string[], done: string, move: (id: string) => void): DraftBatchResult {
  const moved = drafts.filter((id) => {
    try {
      move(id);
      return true;
    } catch {
      return false;
    }
  });
  return { drafts: moved, message: `${moved.length} drafts ${done}.` };
}

/** Returns the index of the next draft with findings, or of the one before. */
export function nextWithFindings(rows: DraftRow[], after: number, back: boolean): number | null {
  const places = [...rows.keys()].map((at) => (after + (back ? -1 - at : 1 + at) + rows.length) % rows.length);
  return places.find((at) => (rows[at]?.errors ?? 0) + (rows[at]?.warnings ?? 0) > 0) ?? null;
}
