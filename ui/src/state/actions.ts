import { groups, type Action, type RowKind } from "./actions/action";
import { batchActions } from "./actions/batches";
import { adActions } from "./actions/ads";
import { adFileActions } from "./actions/adFiles";
import { bulkActions } from "./actions/bulk";
import { campaignActions } from "./actions/campaign";
import { draftActions } from "./actions/draft";
import { draftsActions } from "./actions/drafts";
import { navigationActions } from "./actions/navigation";
import { exportActions } from "./actions/exports";
import { fetchActions } from "./actions/fetch";
import { helpActions } from "./actions/help";
import { listActions } from "./actions/list";
import { messageActions } from "./actions/messages";
import { sendingActions } from "./actions/sending";
import { sheetActions } from "./actions/sheet";
import { serviceActions } from "./actions/service";
import { valueActions } from "./actions/values";
import { viewActions } from "./actions/view";
import { workspaceActions } from "./actions/workspace";
import { chordOf, keyLabel, typesIntoBox } from "./keys";
import { openSubject, type Subject } from "./subject";
import type { Workbench } from "./workbench.svelte";

export { groups, type Action, type ActionGroup } from "./actions/action";

/** All actions of the program, each once. To add one, add an entry in the file of its group. */
export const actions: readonly Action[] = [
  ...navigationActions,
  ...campaignActions,
  ...valueActions,
  ...batchActions,
  ...sheetActions,
  ...adActions,
  ...adFileActions,
  ...fetchActions,
  ...listActions,
  ...draftActions,
  ...draftsActions,
  ...bulkActions,
  ...sendingActions,
  ...workspaceActions,
  ...serviceActions,
  ...exportActions,
  ...viewActions,
  ...messageActions,
  ...helpActions,
].sort((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group));

const byId = new Map(actions.map((action) => [action.id, action]));

/** Returns the action with an id. */
export function actionOf(id: string): Action {
  const action = byId.get(id);
  if (!action) throw new Error(`there is no action ${id}`);
  return action;
}

/** Returns whether the action exists. A remembered id may come from another version. */
export function isAction(id: string): boolean {
  return byId.has(id);
}

/** Returns the actions that are available now: all of them, or those for a kind of row. */
export function availableActions(workbench: Workbench, row?: { kind: RowKind; subject: Subject }): Action[] {
  const subject = row?.subject ?? openSubject(workbench);
  const candidates = row ? actions.filter(({ on }) => on?.includes(row.kind)) : actions;
  return candidates.filter((action) => action.when?.(workbench, subject) !== false);
}

/** Returns why an action is disabled; `null` if it is enabled. */
export function whyUnavailable(workbench: Workbench, action: Action, subject = openSubject(workbench)): string | null {
  if (action.when?.(workbench, subject) === false) return "This is not possible now.";
  return action.reason?.(workbench, subject) ?? null;
}

/** Runs an action if it is enabled. Otherwise announces why it is not. */
export function perform(workbench: Workbench, action: Action, subject = openSubject(workbench)): unknown {
  const why = whyUnavailable(workbench, action, subject);
  if (why === null) return action.run(workbench, subject);
  workbench.notices.spoken = why;
  return undefined;
}

/** Returns the shortcuts of an action, also those that work in one part of the window only. */
export function keysOf({ keys, sheetKeys }: Action): readonly string[] {
  return keys ?? sheetKeys ?? [];
}

/** Returns an action's title with its shortcut, for a tooltip. */
export function hintOf(id: string, title = actionOf(id).title): string {
  const [keys] = keysOf(actionOf(id));
  return keys ? `${title} (${keyLabel(keys)})` : title;
}

/** Runs the action of a key press, if there is one. */
export function runShortcut(workbench: Workbench, event: KeyboardEvent): void {
  if (
    event.defaultPrevented ||
    event.isComposing ||
    typesIntoBox(event) ||
    workbench.overlay.dialog ||
    workbench.workspaces.opening !== null
  )
    return;
  const chord = chordOf(event);
  const action = actions.find(({ keys }) => keys?.includes(chord));
  if (!action || action.when?.(workbench, openSubject(workbench)) === false || action.pressed?.(workbench, event) === false) return;
  event.preventDefault();
  perform(workbench, action);
}
