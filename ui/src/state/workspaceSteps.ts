// What workspaces have to do with the rest of the window.

import type { RemovalMode, WorkspaceForm, WorkspaceRow, ExportedFile } from "../bridge/bindings";
import type { Workbench } from "./workbench.svelte";

/** What is said of settings that were saved, and the settings before them, which "Undo" brings back. */
interface SavedSettings {
  text: string;
  id: string;
  before: WorkspaceForm | null;
}

/** Where it is held while the page loads again. Settings have no secrets in them. */
const savedKey = "saved-settings";

/** Opens another workspace, after what is typed in this one is saved; the window begins anew with it. */
export async function openWorkspace(bench: Workbench, id: string, saved: SavedSettings | null = null): Promise<void> {
  const { workspaces } = bench;
  if (workspaces.opening !== null) return;
  // From here on nothing can be typed, so that what is saved now is all.
  workspaces.opening = id;
  if (await bench.leaving.mayLeave(() => openWorkspace(bench, id, saved))) {
    await workspaces.attempt(() => bench.desk.openWorkspace(id));
    // To the end of this page: what follows belongs to the other workspace.
    if (workspaces.refused === null) {
      if (saved) sessionStorage.setItem(savedKey, JSON.stringify(saved));
      return bench.reload();
    }
    if (!bench.overlay.dialog) bench.notices.fail(workspaces.refused);
  }
  workspaces.opening = null;
}

/** Keeps the settings that are being filled in; `open` opens them, and so does whatever the open workspace needs. */
export async function saveWorkspace(bench: Workbench, open: boolean): Promise<void> {
  const { workspaces } = bench;
  const before = workspaces.editing?.before ?? null;
  const done = await workspaces.editing?.save();
  if (!done) return;
  const { saved, secrets } = done;
  const said = { text: saved.note ?? `The settings of “${saved.name}” are saved.`, id: saved.id, before };
  const isOpen = saved.id === bench.workspace.value?.id;
  if (open || saved.reopen || (isOpen && secrets > 0)) return openWorkspace(bench, saved.id, before && said);
  workspaces.close();
  saySaved(bench, said);
  await refreshGuards(bench);
}

/** Says what the page before this one saved, once. */
export function sayHeldSaved(bench: Workbench): void {
  const held = sessionStorage.getItem(savedKey);
  sessionStorage.removeItem(savedKey);
  if (held) saySaved(bench, JSON.parse(held) as SavedSettings);
}

function saySaved(bench: Workbench, { text, id, before }: SavedSettings): void {
  bench.notices.say(text, before ? { label: "Undo", run: () => restoreSettings(bench, id, before) } : undefined);
}

/** Gives a workspace the settings that it had, its guards among them. */
async function restoreSettings(bench: Workbench, id: string, before: WorkspaceForm): Promise<void> {
  const { name, reopen } = await bench.desk.saveWorkspace(id, before);
  const said = { text: `The settings of “${name}” are as before.`, id, before: null };
  if (reopen) return openWorkspace(bench, id, said);
  saySaved(bench, said);
  await refreshGuards(bench);
}

async function refreshGuards(bench: Workbench): Promise<void> {
  await Promise.all([bench.workspace.refresh(), bench.route.view === "review" ? bench.review.load() : null]);
}

/** Keeps the settings that are being filled in, and tries them; the open workspace stays as it is until it is opened anew. */
export async function testWorkspace(bench: Workbench): Promise<void> {
  const before = bench.workspaces.editing?.before ?? null;
  const done = await bench.workspaces.editing?.save();
  if (!done) return;
  const { saved, secrets } = done;
  const isOpen = saved.id === bench.workspace.value?.id;
  bench.workspaces.close();
  if (before) saySaved(bench, { text: `The settings of “${saved.name}” are saved.`, id: saved.id, before });
  bench.connection.isStale ||= isOpen && (saved.reopen || secrets > 0);
  await bench.workspace.refresh();
  await bench.connection.look(isOpen ? null : saved.id);
  await bench.go("connection");
  await bench.connection.examine();
}

export async function duplicateWorkspace(bench: Workbench, { id }: WorkspaceRow): Promise<void> {
  const saved = await bench.workspaces.attempt(() => bench.desk.duplicateWorkspace(id));
  if (!saved) return;
  await bench.workspaces.refresh();
  bench.notices.say(`“${saved.name}” has the same settings. Enter its password before you open it.`, {
    label: "Settings", run: () => bench.workspaces.edit(saved.id),
  });
}

export async function exportSettings(bench: Workbench, { id, name }: WorkspaceRow): Promise<void> {
  const file = await bench.workspaces.attempt(() => bench.desk.exportSettings(id));
  if (file) sayFile(bench, `The settings of “${name}”, without any password, are in ${file.path}`, file);
}

export async function importSettings(bench: Workbench, text: string): Promise<void> {
  const saved = await bench.workspaces.attempt(() => bench.desk.importSettings(text));
  if (!saved) return;
  bench.notices.say(`“${saved.name}” is among your workspaces. ${saved.note ?? ""}`);
  await bench.workspaces.edit(saved.id);
}

export async function removeWorkspace(bench: Workbench, removal: RemovalMode): Promise<void> {
  const removed = await bench.workspaces.remove(removal);
  if (!removed) return;
  bench.workspaces.close();
  const note = removed.note ? ` ${removed.note}` : "";
  const { file, name } = removed;
  if (file) sayFile(bench, `“${name}” was removed. Its drafts and receipts are in ${file.path}${note}`, file);
  else bench.notices.say(`“${name}” was removed.${note}`);
}

/** Allows sending from the open workspace, or not, and offers to take that back. */
export async function setReadOnly(bench: Workbench, readOnly: boolean): Promise<void> {
  await bench.attempt(async () => {
    await bench.workspace.setReadOnly(readOnly);
    if (bench.route.view === "review") await bench.review.load();
    const said = readOnly ? "The workspace is read-only. Nothing is sent from it." : "The workspace may send again.";
    bench.notices.say(said, { label: "Undo", run: () => setReadOnly(bench, !readOnly) }, { about: "guard" });
  });
}

/** Pauses the practice service, and offers to resume it. */
export async function pausePractice(bench: Workbench): Promise<void> {
  await bench.attempt(async () => {
    await bench.workspace.pausePractice();
    const undo = { label: "Undo", run: () => bench.attempt(() => bench.workspace.resumePractice()) };
    bench.notices.say("The practice service is paused. It answers again once you resume it.", undo, { about: "guard" });
  });
}

function sayFile(bench: Workbench, text: string, { path }: ExportedFile): void {
  const copy = () => bench.attempt(() => navigator.clipboard.writeText(path));
  bench.notices.say(text, { label: "Copy the path", run: () => void copy() });
}
