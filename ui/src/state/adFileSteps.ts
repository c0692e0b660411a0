// Steps with ads from files that involve several parts of the window.

import type { AdImportResult, AdImportSource, RemovedAds, ListId } from "../bridge/bindings";
import { collectionOf } from "./collection";
import type { Notice } from "./notices.svelte";
import { dropTarget, fileName, importDroppedTable, isTable } from "./rowImportSteps";
import { formatCount, plural, plurals } from "./wording";
import type { Workbench } from "./workbench.svelte";

/** The topic of the messages about imports. */
const about = "import-ads";

/** Imports ads, reports and shows the result, and offers to undo the import. */
export async function importAds(workbench: Workbench, source: AdImportSource): Promise<AdImportResult | null> {
  const { adFiles, notices } = workbench;
  if (adFiles.running) {
    notices.show("Ads are already being imported. Wait for the import, or stop it below.", undefined, { about });
    return null;
  }
  notices.closeTopic(about);
  try {
    const result = await adFiles.start(source);
    if (!result) return null;
    if (result.ads > 0) await showImported(workbench, result);
    if (result.ads > 0 || workbench.overlay.dialog !== "importAds") showImportNotice(workbench, result);
    return result;
  } catch (thrown) {
    notices.showFailure(thrown, () => void importAds(workbench, source), about);
    return null;
  }
}

/** Imports the text in the dialog. The dialog stays open if no ad was imported. */
export async function importText(workbench: Workbench): Promise<void> {
  const { adFiles, overlay } = workbench;
  adFiles.refused = null;
  const { text } = adFiles;
  const result = await importAds(workbench, { kind: "text", value: text });
  if (!result) return;
  if (result.ads === 0) {
    adFiles.refused = result.message;
    return;
  }
  // Text that was typed during the import was not imported, so it stays.
  if (adFiles.text !== text) return;
  adFiles.text = "";
  overlay.close();
}

/** Asks for files or folders, and imports them. */
export async function chooseAndImport(workbench: Workbench, kind: "files" | "folders"): Promise<void> {
  await workbench.attempt(async () => {
    const paths = await workbench.adFiles.choose(kind);
    if (paths.length === 0) return;
    if (workbench.overlay.dialog === "importAds") workbench.overlay.close();
    await importAds(workbench, { kind: "paths", value: paths });
  });
}

/** Imports files that were dropped on the window: a table as rows or as changes, or ads. */
export async function importDropped(workbench: Workbench, paths: string[]): Promise<void> {
  workbench.adFiles.dragged = [];
  if (paths.length === 0 || workbench.home.openFailure) return;
  if (workbench.workspaces.opening !== null) {
    workbench.notices.show("Nothing was imported, because a workspace is opening. Drop the files again once it is open.", undefined, {
      about,
    });
    return;
  }
  if (workbench.overlay.dialog === "importAds") workbench.overlay.close();
  const table = paths.find(isTable);
  if (table !== undefined) return importDroppedTable(workbench, table);
  await importAds(workbench, { kind: "paths", value: paths });
}

/** Removes those of the selected ads that came from files, and offers to restore them. */
export async function removeFileAds(workbench: Workbench, list: ListId, ids: string[]): Promise<void> {
  await workbench.attempt(async () => {
    const removed = await workbench.adFiles.remove(list, ids);
    workbench.list.ticked.clear();
    await showRemovalNotice(workbench, removed);
  });
}

/** Returns what a drop would do, in words. A table among the files counts alone. */
export function dropDescription(workbench: Workbench): { title: string; text: string } {
  const { dragged } = workbench.adFiles;
  const table = dragged.find(isTable);
  if (table !== undefined) {
    const { id, name, list } = dropTarget(workbench, table);
    if (list !== null) {
      const text = `You see what ${fileName(table)} would change in ${plurals[collectionOf(list)]}, found by id, and then decide. Nothing is sent.`;
      return { title: "Drop to import changes", text };
    }
    const into = id === null ? "a new batch" : `“${name}”`;
    return {
      title: "Drop to import rows",
      text: `You see what ${fileName(table)} would bring into ${into}, and then decide. Nothing is sent.`,
    };
  }
  const what = dragged.length === 1 ? "It is" : `${formatCount(dragged.length)} files and folders are`;
  const text = `${what} read here and kept in “${workbench.workspace.value?.name ?? ""}”, apart from the ads of the service. Nothing is sent.`;
  return { title: "Drop to import ads", text };
}

async function showImported(workbench: Workbench, { list, only }: AdImportResult): Promise<void> {
  await workbench.refreshOtherLists();
  if (only) return workbench.open(only);
  if (list && workbench.route.view !== list) await workbench.go(list);
}

function showImportNotice(workbench: Workbench, result: AdImportResult): void {
  const undo: Notice["action"] = { label: "Undo", run: () => undoImport(workbench, result.id) };
  const seeMore: Notice["secondaryAction"] = { label: "Show what was skipped", run: () => workbench.overlay.show("skippedFiles") };
  workbench.notices.show(result.message, result.ads > 0 ? undo : undefined, {
    about,
    secondaryAction: workbench.adFiles.skippedCount > 0 ? seeMore : undefined,
    stays: !result.complete,
  });
}

async function undoImport(workbench: Workbench, id: string): Promise<void> {
  await showRemovalNotice(workbench, await workbench.adFiles.undo(id));
}

async function showRemovalNotice(workbench: Workbench, removed: RemovedAds): Promise<void> {
  const restore = async () => {
    const ads = await workbench.adFiles.restore(removed.removalId);
    await refresh(workbench);
    workbench.notices.show(`${plural(ads, "ad")} from files ${ads === 1 ? "is" : "are"} back.`, undefined, { about });
  };
  await refresh(workbench);
  workbench.notices.show(removed.message, removed.ads > 0 ? { label: "Undo", run: restore } : undefined, { about });
}

/** Reloads the lists. Closes the open ad if it no longer exists. */
async function refresh(workbench: Workbench): Promise<void> {
  await workbench.refreshOtherLists();
  if (!workbench.detail.value?.file) return;
  const isThere = await workbench.detail.refresh().then(
    () => true,
    () => false,
  );
  if (!isThere) await workbench.close();
}
