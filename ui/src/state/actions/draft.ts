import CircleAlert from "~icons/lucide/circle-alert";
import Code from "~icons/lucide/code";
import FileDiff from "~icons/lucide/file-diff";
import GitMerge from "~icons/lucide/git-merge";
import GraduationCap from "~icons/lucide/graduation-cap";
import History from "~icons/lucide/history";
import ListOrdered from "~icons/lucide/list-ordered";
import Plus from "~icons/lucide/plus";
import Redo2 from "~icons/lucide/redo-2";
import TextSearch from "~icons/lucide/text-search";
import TextCursorInput from "~icons/lucide/text-cursor-input";
import Trash2 from "~icons/lucide/trash-2";
import Undo2 from "~icons/lucide/undo-2";

import { isList } from "../collection";
import { isTextBox } from "../keys";
import { openSubject } from "../subject";
import type { ClashChoice, Detail } from "../../bridge/bindings";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";
import { currentClash, settleCurrent } from "../clashSteps";
import { bulkToMove, undoOrRedoLastBulk } from "../bulkSteps";
import { discardDraftOf } from "../draftSteps";

/** The actions for the open campaign and its draft. If nothing is open, "Undo" is for bulk edits. */
export const draftActions: Action[] = [
  {
    id: "draft.undo",
    title: "Undo",
    group: "Draft",
    icon: Undo2,
    keys: ["Mod+Z"],
    when: (workbench) => undoable(workbench) !== null || bulkToMove(workbench, "undo") !== undefined,
    pressed: undoIsOurs,
    reason: (workbench) => whyNoStep(undoable(workbench), "undo"),
    run: (workbench) => undoOrRedo(workbench, "undo"),
  },
  {
    id: "draft.redo",
    title: "Redo",
    group: "Draft",
    icon: Redo2,
    keys: ["Mod+Shift+Z", "Mod+Y"],
    when: (workbench) => undoable(workbench) !== null || bulkToMove(workbench, "redo") !== undefined,
    pressed: undoIsOurs,
    reason: (workbench) => whyNoStep(undoable(workbench), "redo"),
    run: (workbench) => undoOrRedo(workbench, "redo"),
  },
  {
    id: "draft.discard",
    title: "Discard draft",
    group: "Draft",
    icon: Trash2,
    on: ["campaign", "ad", "draft"],
    words: "delete remove",
    when: (_, subject) => subject?.draft === true,
    reason: (_, subject) => subject?.lock ?? null,
    run: (workbench, subject) => subject && discardDraftOf(workbench, subject.target),
  },
  {
    id: "finding.next",
    title: "Next finding",
    group: "Draft",
    icon: CircleAlert,
    keys: ["F8"],
    words: "error warning problem",
    when: hasFindings,
    reason: noFindings,
    run: (workbench) => nextFinding(workbench, 1),
  },
  {
    id: "finding.previous",
    title: "Previous finding",
    group: "Draft",
    icon: CircleAlert,
    keys: ["Shift+F8"],
    words: "error warning problem",
    when: hasFindings,
    reason: noFindings,
    run: (workbench) => nextFinding(workbench, -1),
  },
  {
    id: "field.goTo",
    title: "Go to field…",
    group: "Draft",
    icon: TextSearch,
    keys: ["Mod+J"],
    words: "find jump focus name label",
    when: isOpen,
    reason: ({ detail }) => (detail.value ? textOnly(detail.value) : "The fields are still loading."),
    run: async (workbench) => {
      await workbench.detail.form();
      await workbench.palette.open("fields");
    },
  },
  {
    id: "field.add",
    title: "Add a field…",
    group: "Draft",
    icon: Plus,
    words: "unknown member json",
    when: isOpen,
    reason: noFields,
    run: ({ adding, detail }) => {
      detail.tab = "fields";
      adding.open("", "");
    },
  },
  {
    id: "field.learn",
    title: "Learn fields from a sample…",
    group: "Draft",
    icon: GraduationCap,
    words: "schema unknown json paste",
    when: isOpen,
    run: ({ learning }) => learning.open(),
  },
  {
    id: "field.arrange",
    title: "Arrange fields…",
    group: "Draft",
    icon: ListOrdered,
    words: "form rename group order hide layout export import",
    when: isOpen,
    run: ({ arranging }) => arranging.open(),
  },
  {
    id: "detail.fields",
    title: "Show fields",
    group: "Draft",
    icon: TextCursorInput,
    when: isOpen,
    run: ({ detail }) => (detail.tab = "fields"),
  },
  {
    id: "detail.changes",
    title: "Show changes",
    group: "Draft",
    icon: FileDiff,
    when: isOpen,
    run: ({ detail }) => (detail.tab = "changes"),
  },
  {
    id: "draft.merge",
    title: "Merge with the newest version",
    group: "Draft",
    icon: GitMerge,
    words: "fetch latest get conflict rebase theirs",
    when: ({ detail }) => detail.value?.draft?.new === false,
    reason: ({ detail }) => lockOf(detail),
    run: (workbench) =>
      workbench.attempt(async () => {
        const moved = await workbench.detail.merge();
        const open = workbench.detail.value?.clashes?.open ?? 0;
        if (open > 0) workbench.detail.showClashes();
        else workbench.notices.show(moved ? "Your changes are on the newest version." : "Nobody else changed it.");
      }),
  },
  {
    id: "clash.show",
    title: "Show clashes",
    group: "Draft",
    icon: GitMerge,
    keys: ["F7"],
    words: "conflict merge settle",
    when: ({ detail }) => detail.value?.clashes != null,
    run: ({ detail }) => detail.showClashes(),
  },
  settling("mine", "Keep my value", "Alt+1"),
  settling("theirs", "Take their value", "Alt+2"),
  settling("both", "Take the items of both lists", "Alt+3"),
  {
    id: "detail.history",
    title: "Show history",
    group: "Draft",
    icon: History,
    words: "versions compare restore",
    when: isOpen,
    run: ({ detail }) => (detail.tab = "history"),
  },
  {
    id: "detail.source",
    title: "Show source",
    group: "Draft",
    icon: Code,
    words: "json",
    when: isOpen,
    run: ({ detail }) => (detail.tab = "source"),
  },
];

/** Returns the action that settles the focused clash, or the first open one. */
function settling(choice: ClashChoice, title: string, key: string): Action {
  return {
    id: `clash.${choice}`,
    title,
    group: "Draft",
    icon: GitMerge,
    keys: [key],
    words: "conflict clash merge settle",
    when: (workbench) => {
      const clash = currentClash(workbench);
      return clash !== undefined && (choice !== "both" || clash.isList);
    },
    reason: ({ detail }) => lockOf(detail),
    run: (workbench) => settleCurrent(workbench, choice),
  };
}

function isOpen(workbench: Workbench): boolean {
  return openSubject(workbench) !== null;
}

/** Returns the object whose steps can be undone: the one that was edited in a cell or the review, or the open one. */
function undoable(workbench: Workbench): Workbench["detail"] | null {
  if (workbench.cells.isLast && isList(workbench.route.view)) return workbench.cells.detail;
  if (isOpen(workbench)) return workbench.detail;
  const { route, review } = workbench;
  return route.view === "review" && review.isEdited ? review.editing.detail : null;
}

function undoOrRedo(workbench: Workbench, direction: "undo" | "redo"): Promise<void> {
  const detail = undoable(workbench);
  return detail ? workbench.attempt(detail[direction]) : undoOrRedoLastBulk(workbench, direction);
}

function whyNoStep(detail: Workbench["detail"] | null, direction: "undo" | "redo"): string | null {
  if (!detail) return null;
  return lockOf(detail) ?? (detail.value?.draft?.[direction] ? null : `There is nothing to ${direction}.`);
}

function lockOf(detail: Workbench["detail"]): string | null {
  return detail.value?.draft?.lock?.reason ?? null;
}

/** Returns why the fields of the open campaign cannot be edited. */
function noFields({ detail }: Workbench): string | null {
  if (!detail.value) return "The campaign is still loading.";
  return lockOf(detail) ?? textOnly(detail.value);
}

function textOnly({ textOnly }: Detail): string | null {
  return textOnly && `${textOnly.reason} ${textOnly.written ? "Fix it under Source first." : "It can only be read."}`;
}

/** Returns whether findings are shown: those of the open object, or the list of drafts with findings. */
function hasFindings(workbench: Workbench): boolean {
  return isOpen(workbench) || workbench.route.view === "drafts" || workbench.route.view === "review";
}

function noFindings(workbench: Workbench): string | null {
  if (!isOpen(workbench)) return null;
  return workbench.detail.value && workbench.detail.value.findings.length > 0 ? null : "There are no findings.";
}

/**
 * Returns whether Undo belongs to the draft. It does not in a text box that is not one of the draft's fields. It does
 * not in a field with unsent text either: there the box's own undo removes the last keys.
 */
function undoIsOurs(workbench: Workbench, event: KeyboardEvent): boolean {
  if (!(event.target instanceof Element)) return false;
  const path = event.target.closest<HTMLElement>("[data-path]")?.dataset["path"];
  if (path !== undefined) return undoable(workbench)?.edits.holds(path) !== true;
  return !isTextBox(event.target);
}

async function nextFinding(workbench: Workbench, step: 1 | -1): Promise<void> {
  if (workbench.route.view === "drafts") return workbench.attempt(async () => say(workbench, await workbench.drafts.goToFindings(step)));
  if (workbench.route.view === "review") return say(workbench, workbench.review.goToFindings(step));
  const finding = workbench.detail.nextFinding(step);
  const of = workbench.detail.value?.findings.length ?? 0;
  if (finding) workbench.notices.spoken = `Finding ${workbench.detail.findings.number} of ${of}: ${finding.message}`;
}

function say(workbench: Workbench, found: boolean): void {
  if (!found) workbench.notices.spoken = "None of these drafts has findings.";
}
