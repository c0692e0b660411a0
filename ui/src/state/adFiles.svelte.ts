import type { AdImportResult, AdImportProgress, AdImportSource, RemovedAds, ListId } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import type { Operation, Operations } from "./operations.svelte";
import { formatCount } from "./wording";

/** Ads from files, folders and pasted text. */
export class AdFiles {
  /** The result of the last import. */
  last = $state.raw<AdImportResult | null>(null);
  /** The pasted or typed text to import. */
  text = $state("");
  /** Why the last import brought no ads. */
  refused = $state<string | null>(null);
  /** The paths of the files and folders that are dragged over the window. */
  dragged = $state.raw<readonly string[]>([]);
  #operation = $state.raw<Operation | null>(null);
  readonly #desk: Desk;
  readonly #operations: Operations;

  constructor(desk: Desk, operations: Operations) {
    this.#desk = desk;
    this.#operations = operations;
  }

  get running(): boolean {
    return this.#operation !== null;
  }

  /** Returns how many entries the last import skipped. */
  get skippedCount(): number {
    return (this.last?.troubles.length ?? 0) + (this.last?.moreTroubles ?? 0);
  }

  /** Asks the person for files or folders, and returns their paths. */
  choose(kind: "files" | "folders"): Promise<string[]> {
    return this.#desk.chooseAdFiles(kind === "folders");
  }

  /** Resolves to `null` if an import is already running. */
  async start(source: AdImportSource): Promise<AdImportResult | null> {
    if (this.running) return null;
    try {
      const result = await this.#operations.run("import-ads", "Importing ads", (operation) => {
        this.#operation = operation;
        const onProgress = ({ ads, entries }: AdImportProgress) => {
          operation.done = ads;
          if (entries > 0) operation.label = `Importing ads: ${formatCount(entries)} files and folders read`;
        };
        return this.#desk.importAds(source, operation.id, onProgress);
      });
      this.last = result;
      return result;
    } finally {
      this.#operation = null;
    }
  }

  async stop(): Promise<void> {
    await this.#operation?.stop();
  }

  undo(id: string): Promise<RemovedAds> {
    return this.#desk.undoAdImport(id);
  }

  remove(list: ListId, ids: string[]): Promise<RemovedAds> {
    return this.#desk.removeFileAds(list, ids);
  }

  restore(removal: string): Promise<number> {
    return this.#desk.restoreFileAds(removal);
  }
}
