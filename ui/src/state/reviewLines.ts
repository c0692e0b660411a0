import type { ChangeGroup, ChangeView, ReviewRow, SharedChange } from "../bridge/bindings";

/** A line of the review's list: a draft, or a group of drafts with like changes. */
export type ReviewLine = DraftLine | GroupLine;

interface DraftLine {
  kind: "draft";
  row: ReviewRow;
  /** Its own change, within a group of different values. */
  change: ChangeView | null;
  /** Whether the line is part of an unfolded group. */
  inGroup: boolean;
}

export interface GroupLine {
  kind: "group";
  /** What identifies the group among the groups of one review. */
  key: string;
  change: SharedChange;
  /** The drafts of the group that pass the filter. */
  rows: ReviewRow[];
  unfolded: boolean;
}

/** Returns one line per draft. */
export function draftLines(rows: readonly ReviewRow[]): ReviewLine[] {
  return rows.map((row) => ({ kind: "draft", row, change: null, inGroup: false }));
}

/** Returns a line for each group with drafts among `rows`, followed by its drafts if it is unfolded. */
export function groupLines(groups: readonly ChangeGroup[], rows: readonly ReviewRow[], unfolded: ReadonlySet<string>): ReviewLine[] {
  const byDraft = new Map(rows.map((row) => [row.draft, row]));
  return groups.flatMap(({ change, drafts }): ReviewLine[] => {
    const lines = drafts.flatMap(({ draft, change }): DraftLine[] => {
      const row = byDraft.get(draft);
      return row ? [{ kind: "draft", row, change, inGroup: true }] : [];
    });
    if (lines.length === 0) return [];
    const key = JSON.stringify(change);
    const isUnfolded = unfolded.has(key);
    const group: GroupLine = { kind: "group", key, change, rows: lines.map(({ row }) => row), unfolded: isUnfolded };
    return [group, ...(isUnfolded ? lines : [])];
  });
}

/** Returns the drafts of a line. */
export function rowsOf(line: ReviewLine): ReviewRow[] {
  return line.kind === "group" ? line.rows : [line.row];
}
