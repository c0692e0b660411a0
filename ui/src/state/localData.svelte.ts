import type { BackupItem, BackupItemId, ChangeView, LocalDataView, RetentionPreview } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import type { Loading } from "./loading";
import type { Overlay } from "./overlay.svelte";

export type LocalDataTab = "data" | "backups";

/** The data on this computer, in its dialog: sizes, the retention rule, and single items in backups. */
export class LocalDataState {
  tab = $state<LocalDataTab>("data");
  view = $state.raw<Loading<LocalDataView>>({ status: "loading" });
  /** How many months old data stays by the chosen rule; null for forever. */
  months = $state.raw<number | null>(null);
  /** What the chosen rule would remove. */
  preview = $state.raw<RetentionPreview | null>(null);
  /** The chosen backup. */
  backup = $state.raw<string | null>(null);
  items = $state.raw<Loading<readonly BackupItem[]>>({ status: "loading" });
  /** The item whose changes are shown. */
  compared = $state.raw<{ id: string; changes: ChangeView[] } | null>(null);
  /** The ids of the items that were restored from the chosen backup. */
  restored = $state.raw<ReadonlySet<string>>(new Set());
  /** The result of the last step, in words. */
  result = $state("");
  failure = $state.raw<CommandFailure | null>(null);
  readonly #desk: Desk;
  readonly #overlay: Overlay;
  readonly #draftsChanged: () => Promise<void>;

  constructor(desk: Desk, overlay: Overlay, draftsChanged: () => Promise<void>) {
    this.#desk = desk;
    this.#overlay = overlay;
    this.#draftsChanged = draftsChanged;
  }

  /** Opens the dialog, and reads everything again. */
  async show(tab: LocalDataTab = "data"): Promise<void> {
    this.tab = tab;
    this.backup = null;
    this.result = "";
    this.failure = null;
    this.#overlay.show("localData");
    await this.refresh();
  }

  async refresh(): Promise<void> {
    try {
      const value = await this.#desk.localData();
      this.view = { status: "ready", value };
      await this.chooseMonths(value.keepMonths);
      const backup = value.backups[0]?.name;
      if (this.backup === null && backup !== undefined) await this.chooseBackup(backup);
    } catch (thrown) {
      this.view = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  /** Chooses a rule, and shows what it would remove. Nothing changes yet. */
  chooseMonths(months: number | null): Promise<void> {
    this.months = months;
    this.preview = null;
    return this.#attempt(async () => {
      const preview = await this.#desk.previewRetention(months);
      if (this.months === months) this.preview = preview;
    });
  }

  /** Sets the chosen rule, which removes old data at once. */
  setRule(): Promise<void> {
    return this.#attempt(async () => {
      this.result = await this.#desk.setRetention(this.months);
      await this.refresh();
    });
  }

  async chooseBackup(backup: string): Promise<void> {
    this.backup = backup;
    this.compared = null;
    this.restored = new Set();
    this.items = { status: "loading" };
    try {
      const value = await this.#desk.backupItems(backup);
      if (this.backup === backup) this.items = { status: "ready", value };
    } catch (thrown) {
      if (this.backup === backup) this.items = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  /** Shows the fields in which a draft differs from what the workspace has now, or hides them. */
  compare({ id }: BackupItemId): Promise<void> {
    const { backup } = this;
    const isShown = this.compared?.id === id;
    this.compared = null;
    if (isShown || backup === null) return Promise.resolve();
    return this.#attempt(async () => {
      const { changes } = await this.#desk.previewBackup(backup, id);
      if (this.backup === backup) this.compared = { id, changes };
    });
  }

  restore(item: BackupItemId): Promise<void> {
    const { backup } = this;
    if (backup === null) return Promise.resolve();
    return this.#attempt(async () => {
      const { message } = await this.#desk.restoreBackupItem(backup, item);
      this.result = message;
      this.restored = new Set([...this.restored, item.id]);
      await this.#draftsChanged();
    });
  }

  async #attempt(act: () => Promise<void>): Promise<void> {
    this.failure = null;
    try {
      await act();
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    }
  }
}
