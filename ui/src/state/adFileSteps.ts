// What ads from files have to do with the rest of the window.

import type { AdImportResult, AdImportSource, RemovedAds, ListId } from "../bridge/bindings";
import type { Notice } from "./notices.svelte";
import { count, plural } from "./wording";
import type { Workbench } from "./workbench.svelte";

const about = "import-ads";

/** Imports ads, says what came, shows it, and offers to take it back. */
export async function importAds(bench: Workbench, source: AdImportSource): Promise<AdImportResult | null> {
  const { adFiles, notices } = bench;
  if (adFiles.running) {
    notices.say("Ads are being imported already. Wait until that is done, or stop it below.", undefined, { about });
    return null;
  }
  notices.settle(about);
  try {
    const ended = await adFiles.start(source);
    if (!ended) return null;
    if (ended.ads > 0) await show(bench, ended);
    if (ended.ads > 0 || bench.overlay.dialog !== "importAds") say(bench, ended);
    return ended;
  } catch (thrown) {
    notices.fail(thrown, () => void importAds(bench, source), about);
    return null;
  }
}

/** Imports what was pasted or typed into the dialog, which stays open while nothing comes of it. */
export async function importText(bench: Workbench): Promise<void> {
  const { adFiles, overlay } = bench;
  adFiles.refused = null;
  const { text } = adFiles;
  const ended = await importAds(bench, { kind: "text", value: text });
  if (!ended) return;
  if (ended.ads === 0) {
    adFiles.refused = ended.message;
    return;
  }
  // What was typed meanwhile was not read.
  if (adFiles.text !== text) return;
  adFiles.text = "";
  overlay.close();
}

/** Asks for files or folders, and imports them. */
export async function importChosen(bench: Workbench, folders: boolean): Promise<void> {
  await bench.attempt(async () => {
    const value = await bench.adFiles.choose(folders);
    if (value.length === 0) return;
    if (bench.overlay.dialog === "importAds") bench.overlay.close();
    await importAds(bench, { kind: "paths", value });
  });
}

/** Imports what was dropped on the window. */
export async function importDropped(bench: Workbench, value: string[]): Promise<void> {
  bench.adFiles.dragged = 0;
  if (value.length === 0 || bench.home.trouble) return;
  if (bench.workspaces.opening !== null) {
    bench.notices.say("Nothing was imported, since a workspace is being opened. Drop it again once that is open.", undefined, { about });
    return;
  }
  if (bench.overlay.dialog === "importAds") bench.overlay.close();
  await importAds(bench, { kind: "paths", value });
}

/** Removes those of the selected ads that came from files, and offers to bring them back. */
export async function removeFileAds(bench: Workbench, list: ListId, ids: string[]): Promise<void> {
  await bench.attempt(async () => {
    const removed = await bench.adFiles.remove(list, ids);
    bench.list.picked.clear();
    await sayRemoved(bench, removed);
  });
}

/** What a drop would do, in words. */
export function dropSaid(dragged: number, workspace: string): string {
  const what = dragged === 1 ? "It is" : `${count(dragged)} files and folders are`;
  return `${what} read here and kept in “${workspace}”, apart from the ads of the service. Nothing is sent.`;
}

async function show(bench: Workbench, { list, only }: AdImportResult): Promise<void> {
  await bench.refreshAds();
  if (only) return bench.open(only);
  if (list && bench.route.view !== list) await bench.go(list);
}

function say(bench: Workbench, ended: AdImportResult): void {
  const undo: Notice["action"] = { label: "Undo", run: () => undoImport(bench, ended.id) };
  const seeMore: Notice["also"] = { label: "See what was left out", run: () => bench.overlay.show("leftOut") };
  bench.notices.say(ended.message, ended.ads > 0 ? undo : undefined, {
    about,
    also: bench.adFiles.leftOut > 0 ? seeMore : undefined,
    stays: !ended.complete,
  });
}

async function undoImport(bench: Workbench, id: string): Promise<void> {
  await sayRemoved(bench, await bench.adFiles.undo(id));
}

async function sayRemoved(bench: Workbench, removed: RemovedAds): Promise<void> {
  const bringBack = async () => {
    const ads = await bench.adFiles.restore(removed.removal);
    await refresh(bench);
    bench.notices.say(`${plural(ads, "ad")} from files ${ads === 1 ? "is" : "are"} back.`, undefined, { about });
  };
  await refresh(bench);
  bench.notices.say(removed.message, removed.ads > 0 ? { label: "Undo", run: bringBack } : undefined, { about });
}

/** Reads the lists afresh; an ad that is open and gone is closed. */
async function refresh(bench: Workbench): Promise<void> {
  await bench.refreshAds();
  if (!bench.detail.value?.file) return;
  const isThere = await bench.detail.refresh().then(() => true, () => false);
  if (!isThere) await bench.close();
}
