import { groups, type Action, type RowKind } from "./actions/action";
import { adActions } from "./actions/ads";
import { adFileActions } from "./actions/adFiles";
import { bulkActions } from "./actions/bulk";
import { campaignActions } from "./actions/campaign";
import { draftActions } from "./actions/draft";
import { draftsActions } from "./actions/drafts";
import { navigationActions } from "./actions/navigation";
import { helpActions } from "./actions/help";
import { listActions } from "./actions/list";
import { messageActions } from "./actions/messages";
import { sendingActions } from "./actions/sending";
import { serviceActions } from "./actions/service";
import { viewActions } from "./actions/view";
import { workspaceActions } from "./actions/workspace";
import { chordOf, keyLabel, typesIntoBox } from "./keys";
import { openSubject, type Subject } from "./subject";
import type { Workbench } from "./workbench.svelte";

export { groups, type Action, type ActionGroup } from "./actions/action";

/** Everything that a person can do, once; a new action is one entry in the file of its group. */
export const actions: readonly Action[] = [
  ...navigationActions,
  ...campaignActions,
  ...adActions,
  ...adFileActions,
  ...listActions,
  ...draftActions,
  ...draftsActions,
  ...bulkActions,
  ...sendingActions,
  ...workspaceActions,
  ...serviceActions,
  ...viewActions,
  ...messageActions,
  ...helpActions,
].sort((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group));

const byId = new Map(actions.map((action) => [action.id, action]));

/** An action by its id. */
export function actionOf(id: string): Action {
  const action = byId.get(id);
  if (!action) throw new Error(`there is no action ${id}`);
  return action;
}

/** Whether there is such an action; one that was remembered may be from another version. */
export function isAction(id: string): boolean {
  return byId.has(id);
}

/** The actions that mean something now: all of them, or those for a kind of row. */
export function offered(workbench: Workbench, row?: { kind: RowKind; subject: Subject }): Action[] {
  const subject = row?.subject ?? openSubject(workbench);
  const wanted = row ? actions.filter(({ on }) => on?.includes(row.kind)) : actions;
  return wanted.filter((action) => action.when?.(workbench, subject) !== false);
}

/** Why an action cannot be done now; nothing where it can. */
export function whyOff(workbench: Workbench, action: Action, subject = openSubject(workbench)): string | null {
  if (action.when?.(workbench, subject) === false) return "This is not possible just now.";
  return action.reason?.(workbench, subject) ?? null;
}

/** Does an action where it can be done; otherwise says why not. */
export function perform(workbench: Workbench, action: Action, subject = openSubject(workbench)): unknown {
  const why = whyOff(workbench, action, subject);
  if (why === null) return action.run(workbench, subject);
  workbench.notices.spoken = why;
  return undefined;
}

/** An action's title with its keys, as a tooltip says it. */
export function hintOf(id: string, title = actionOf(id).title): string {
  const keys = actionOf(id).keys?.[0];
  return keys ? `${title} (${keyLabel(keys)})` : title;
}

/** Does what a key press stands for, if anything. */
export function press(workbench: Workbench, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || typesIntoBox(event) || workbench.overlay.dialog || workbench.workspaces.opening !== null) return;
  const chord = chordOf(event);
  const action = actions.find(({ keys }) => keys?.includes(chord));
  if (!action || action.when?.(workbench, openSubject(workbench)) === false || action.pressed?.(workbench, event) === false) return;
  event.preventDefault();
  perform(workbench, action);
}
