import type { BatchSummary, SheetView } from "../../bridge/bindings";
import type { BatchDesk } from "../../bridge/desk";
import { CommandFailure } from "../../bridge/failure";
import { LazyCode } from "../lazyCode.svelte";
import type { Loading } from "../loading";
import { ready } from "../loading";
import type { Overlay } from "../overlay.svelte";
import type { Operations } from "../operations.svelte";
import { Coalescer } from "../serial";
import type { BatchSending } from "./batchSending.svelte";
import { checkDelaysMs } from "./checkDelays";
import type { Sheet, SheetReports } from "./sheet.svelte";
import type { UnsavedText } from "./sheetEdits.svelte";

const opened = new LazyCode(() => import("./opened"));

/** The batches of the workspace, and the open one. */
export class Batches {
  list = $state.raw<Loading<BatchSummary[]>>({ status: "loading" });
  discarded = $state.raw<readonly BatchSummary[]>([]);
  /** Whether the discarded batches are listed. */
  showsDiscarded = $state(false);
  /** The open batch; `null` if the list is shown. */
  open = $state.raw<Loading<Sheet> | null>(null);
  /** The batch in the dialog that renames it. */
  renaming = $state.raw<{ id: string; name: string } | null>(null);
  /** The send in the dialog, or the running one. */
  sending = $state.raw<BatchSending | null>(null);
  /** Why the last name was refused. */
  refused = $state.raw<CommandFailure | null>(null);
  readonly all = $derived(ready(this.list) ?? []);
  readonly #desk: BatchDesk;
  readonly #overlay: Overlay;
  readonly #operations: Operations;
  readonly #reports: SheetReports;
  /** Sheets that were left with texts that could not be saved. */
  readonly #unsaved = new Map<string, Sheet>();
  readonly #load = new Coalescer(() => this.#loadBatches());
  #openId: string | null = null;
  #countTimer: ReturnType<typeof setTimeout> | undefined;
  /** How many lists in a row came before all findings were counted. */
  #lists = 0;

  constructor(desk: BatchDesk, overlay: Overlay, operations: Operations, reports: SheetReports) {
    this.#desk = desk;
    this.#overlay = overlay;
    this.#operations = operations;
    this.#reports = reports;
  }

  /** Returns the sheet of the open batch once it is loaded. */
  get sheet(): Sheet | null {
    return ready(this.open);
  }

  refresh(): Promise<void> {
    return this.#load.run();
  }

  /** Opens a batch; `null` shows the list. */
  async show(id: string | null): Promise<void> {
    if (id !== null && id === this.#openId && this.sheet) return this.sheet.window.refresh();
    this.#openId = id;
    await this.#leave();
    if (id !== this.#openId) return;
    this.open = id === null ? null : { status: "loading" };
    if (id === null) return this.refresh();
    try {
      const [batch, { Sheet }] = await Promise.all([this.#desk.openBatch(id), opened.get()]);
      if (this.#openId === id) this.#showSheet(this.#unsaved.get(id) ?? new Sheet(this.#desk, batch, this.#reports), batch);
    } catch (thrown) {
      if (this.#openId === id) this.open = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  /** Shows a batch that was changed outside its sheet, if it is open. */
  reload(batch: SheetView): void {
    if (this.sheet?.id === batch.id) this.sheet.reloaded(batch);
  }

  /** Saves the open edit. Resolves to the first text that could not be saved. */
  async settle(): Promise<UnsavedText | null> {
    await this.sheet?.settle();
    const [first] = [this.sheet, ...this.#unsaved.values()].flatMap((sheet) => sheet?.edits.unsaved ?? []);
    return first ?? null;
  }

  /** Creates a batch, and returns its id. */
  async create(name: string): Promise<string> {
    const { id } = await this.#desk.createBatch(name);
    return id;
  }

  startRenaming(batch: { id: string; name: string }): void {
    this.renaming = batch;
    this.refused = null;
    this.#overlay.show("renameBatch");
  }

  stopRenaming(): void {
    this.renaming = null;
    this.#overlay.close();
  }

  /** Renames the batch in the dialog. The dialog stays open if the name is refused. */
  async rename(name: string): Promise<void> {
    if (!this.renaming) return;
    try {
      const batch = await this.#desk.renameBatch(this.renaming.id, name);
      this.reload(batch);
      this.stopRenaming();
      await this.refresh();
    } catch (thrown) {
      this.refused = CommandFailure.from(thrown);
    }
  }

  /** Shows what a send of a batch would do. A running send is shown instead. */
  async startSending(batch: { id: string; name: string }): Promise<void> {
    if (!this.sending?.progress) {
      if (this.sheet?.id === batch.id) await this.sheet.settle();
      const { BatchSending } = await opened.get();
      this.sending = new BatchSending(this.#desk, this.#operations, batch, () => this.#showStates(batch.id));
      void this.sending.load();
    }
    this.#overlay.show("sendBatch");
  }

  /** Closes the dialog. A running send goes on. */
  stopShowingSend(): void {
    if (!this.sending?.progress) this.sending = null;
    this.#overlay.close();
  }

  /** Copies the refused rows into a new batch, and returns it. */
  async copyRefused(id: string): Promise<SheetView> {
    const batch = await this.#desk.copyRefusedRows(id);
    await this.refresh();
    return batch;
  }

  /** Copies values of the service into a new batch, and returns its id. */
  async createOfValues(name: string, values: string[]): Promise<string> {
    const { id } = await this.#desk.batchOfValues(name, values);
    return id;
  }

  async duplicate(id: string): Promise<SheetView> {
    const batch = await this.#desk.duplicateBatch(id);
    await this.refresh();
    return batch;
  }

  async discard(id: string): Promise<void> {
    await this.#desk.discardBatch(id);
    await this.refresh();
  }

  async restore(id: string): Promise<void> {
    await this.#desk.restoreBatch(id);
    await this.refresh();
  }

  /** Asks again while findings are being counted. */
  #countLater(): void {
    clearTimeout(this.#countTimer);
    const isRunning = this.open === null && this.all.some(({ findings }) => findings.kind === "running");
    this.#lists = isRunning ? this.#lists + 1 : 0;
    const delay = checkDelaysMs[Math.min(this.#lists, checkDelaysMs.length) - 1];
    if (isRunning) this.#countTimer = setTimeout(() => void this.refresh(), delay);
  }

  #showStates(id: string): void {
    if (this.sheet?.id === id) void this.sheet.window.refresh();
    else if (this.open === null) void this.refresh();
  }

  #showSheet(sheet: Sheet, batch: SheetView): void {
    this.#unsaved.delete(batch.id);
    sheet.reloaded(batch);
    this.open = { status: "ready", value: sheet };
  }

  /** Leaves the open sheet. One with unsaved texts stays in memory until it is opened again. */
  async #leave(): Promise<void> {
    const { sheet } = this;
    if (!sheet) return;
    const isSaved = await sheet.settle();
    sheet.close();
    if (!isSaved) this.#unsaved.set(sheet.id, sheet);
  }

  async #loadBatches(): Promise<void> {
    try {
      const [all, discarded] = await Promise.all([this.#desk.batches(), this.#desk.discardedBatches()]);
      this.list = { status: "ready", value: all };
      this.discarded = discarded;
      if (discarded.length === 0) this.showsDiscarded = false;
      this.#countLater();
    } catch (thrown) {
      this.list = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }
}
