// Steps with workspaces that involve several parts of the window.

import type { RemovalMode, WorkspaceForm, WorkspaceRow } from "../bridge/bindings";
import { showFileNotice } from "./fileNotice";
import type { Workbench } from "./workbench.svelte";

/** The message about saved settings, and the earlier settings for "Undo". */
interface SavedNotice {
  text: string;
  id: string;
  before: WorkspaceForm | null;
}

/** The key in the session storage, for the time of the reload. Settings contain no secrets. */
const noticeKey = "saved-notice";

/** Opens another workspace, after saving the typed text of this one. The page reloads. */
export async function openWorkspace(workbench: Workbench, id: string, notice: SavedNotice | null = null): Promise<void> {
  const { workspaces } = workbench;
  if (workspaces.opening !== null) return;
  // From here on nothing can be typed, so this save is complete.
  workspaces.opening = id;
  if (await workbench.leaving.mayLeave(() => openWorkspace(workbench, id, notice))) {
    await workspaces.attempt(() => workbench.desk.openWorkspace(id));
    // Not reset: after this, the page belongs to the other workspace.
    if (workspaces.refused === null) {
      if (notice) sessionStorage.setItem(noticeKey, JSON.stringify(notice));
      return workbench.reload();
    }
    if (!workbench.overlay.dialog) workbench.notices.showFailure(workspaces.refused);
  }
  workspaces.opening = null;
}

/** Saves the settings in the form. Reopens the open workspace if a change requires it. */
export async function saveWorkspace(workbench: Workbench): Promise<void> {
  const settings = await saveForm(workbench);
  if (!settings) return;
  const { notice, mustReopen } = settings;
  if (mustReopen) return openWorkspace(workbench, notice.id, notice.before && notice);
  workbench.workspaces.close();
  showSavedNotice(workbench, notice);
  await refreshGuards(workbench);
}

/** Saves the settings in the form, and opens the workspace. */
export async function saveAndOpenWorkspace(workbench: Workbench): Promise<void> {
  const settings = await saveForm(workbench);
  if (settings) await openWorkspace(workbench, settings.notice.id, settings.notice.before && settings.notice);
}

async function saveForm(workbench: Workbench): Promise<{ notice: SavedNotice; mustReopen: boolean } | null> {
  const { editing } = workbench.workspaces;
  const before = editing?.before ?? null;
  const result = await editing?.save();
  if (!result) return null;
  const { saved, secrets } = result;
  const isOpen = saved.id === workbench.workspace.value?.id;
  return {
    notice: { text: saved.note ?? `The settings of “${saved.name}” are saved.`, id: saved.id, before },
    mustReopen: saved.reopen || (isOpen && secrets > 0),
  };
}

/** Shows the message that the page stored before the reload. */
export function showStoredNotice(workbench: Workbench): void {
  const stored = sessionStorage.getItem(noticeKey);
  sessionStorage.removeItem(noticeKey);
  if (stored) showSavedNotice(workbench, JSON.parse(stored) as SavedNotice);
}

function showSavedNotice(workbench: Workbench, { text, id, before }: SavedNotice): void {
  workbench.notices.show(text, before ? { label: "Undo", run: () => restoreSettings(workbench, id, before) } : undefined);
}

/** Restores the earlier settings of a workspace, including its guards. */
async function restoreSettings(workbench: Workbench, id: string, before: WorkspaceForm): Promise<void> {
  const { name, reopen } = await workbench.desk.saveWorkspace(id, before);
  const notice = { text: `The settings of “${name}” were restored.`, id, before: null };
  if (reopen) return openWorkspace(workbench, id, notice);
  showSavedNotice(workbench, notice);
  await refreshGuards(workbench);
}

async function refreshGuards(workbench: Workbench): Promise<void> {
  await Promise.all([workbench.workspace.refresh(), workbench.route.view === "review" ? workbench.review.load() : null]);
}

/** Saves the settings in the form, and runs the doctor. The open workspace keeps its settings until it is reopened. */
export async function testWorkspace(workbench: Workbench): Promise<void> {
  const before = workbench.workspaces.editing?.before ?? null;
  const done = await workbench.workspaces.editing?.save();
  if (!done) return;
  const { saved, secrets } = done;
  const isOpen = saved.id === workbench.workspace.value?.id;
  workbench.workspaces.close();
  if (before) showSavedNotice(workbench, { text: `The settings of “${saved.name}” are saved.`, id: saved.id, before });
  workbench.connection.isStale ||= isOpen && (saved.reopen || secrets > 0);
  await workbench.workspace.refresh();
  await workbench.connection.showWorkspace(isOpen ? null : saved.id);
  await workbench.go("connection");
  await workbench.connection.examine();
}

export async function duplicateWorkspace(workbench: Workbench, { id }: WorkspaceRow): Promise<void> {
  const saved = await workbench.workspaces.attempt(() => workbench.desk.duplicateWorkspace(id));
  if (!saved) return;
  await workbench.workspaces.refresh();
  workbench.notices.show(`“${saved.name}” has the same settings. Enter its password before you open it.`, {
    label: "Settings",
    run: () => workbench.workspaces.edit(saved.id),
  });
}

export async function exportSettings(workbench: Workbench, { id, name }: WorkspaceRow): Promise<void> {
  const file = await workbench.workspaces.attempt(() => workbench.desk.exportSettings(id));
  if (file) showFileNotice(workbench, `The settings of “${name}”, without any password, are in ${file.path}`, file.path);
}

export async function importSettings(workbench: Workbench, text: string): Promise<void> {
  const saved = await workbench.workspaces.attempt(() => workbench.desk.importSettings(text));
  if (!saved) return;
  workbench.notices.show(`“${saved.name}” is among your workspaces. ${saved.note ?? ""}`);
  await workbench.workspaces.edit(saved.id);
}

export async function removeWorkspace(workbench: Workbench, removal: RemovalMode): Promise<void> {
  const removed = await workbench.workspaces.remove(removal);
  if (!removed) return;
  workbench.workspaces.close();
  const note = removed.note ? ` ${removed.note}` : "";
  const { file, name } = removed;
  if (file) showFileNotice(workbench, `“${name}” was removed. Its drafts and receipts are in ${file.path}${note}`, file.path);
  else workbench.notices.show(`“${name}” was removed.${note}`);
}

/** Makes the open workspace read-only, and offers to undo it. */
export async function makeReadOnly(workbench: Workbench): Promise<void> {
  await workbench.attempt(async () => {
    await setReadOnly(workbench, { readOnly: true });
    const undo = { label: "Undo", run: () => allowSending(workbench) };
    workbench.notices.show("The workspace is read-only. Nothing is sent from it.", undo, { about: "guard" });
  });
}

/** Allows the open workspace to send again, and offers to undo it. */
export async function allowSending(workbench: Workbench): Promise<void> {
  await workbench.attempt(async () => {
    await setReadOnly(workbench, { readOnly: false });
    const undo = { label: "Undo", run: () => makeReadOnly(workbench) };
    workbench.notices.show("The workspace may send again.", undo, { about: "guard" });
  });
}

async function setReadOnly(workbench: Workbench, { readOnly }: { readOnly: boolean }): Promise<void> {
  await workbench.workspace.setReadOnly(readOnly);
  if (workbench.route.view === "review") await workbench.review.load();
}

/** Pauses the practice service, and offers to resume it. */
export async function pausePractice(workbench: Workbench): Promise<void> {
  await workbench.attempt(async () => {
    await workbench.workspace.pausePractice();
    const undo = { label: "Undo", run: () => workbench.attempt(() => workbench.workspace.resumePractice()) };
    workbench.notices.show("The practice service is paused. It answers again once you resume it.", undo, { about: "guard" });
  });
}
