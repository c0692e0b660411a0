import type { SheetView, ListId, RowImportOptions, RowImportPreview, RowImportSource, RowImportTarget } from "../../bridge/bindings";
import type { RowImportDesk } from "../../bridge/desk";
import { CommandFailure } from "../../bridge/failure";
import { newOperationId } from "../operationId";

const detected: RowImportOptions = { worksheet: null, separator: null, encoding: null, header: null, mapping: null, clearMarker: null };

/** Where the rows go: to a batch, or over existing objects. */
export interface ImportTarget {
  /** The id of the batch; `null` for a new one. */
  id: string | null;
  name: string;
  /** The list of the existing objects; `null` for a batch. */
  list: ListId | null;
}

/** An import of rows into a batch, or over existing objects: the table, how it is read, and what the import would do. */
export class RowImport {
  source = $state.raw<RowImportSource | null>(null);
  target = $state<ImportTarget>({ id: null, name: "", list: null });
  /** What the import would do; the last preview stays while a new one is made. */
  preview = $state.raw<RowImportPreview | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  /** The running step. */
  running = $state<"preview" | "import" | null>(null);
  #operation: string | null = null;
  readonly #desk: RowImportDesk;

  constructor(desk: RowImportDesk) {
    this.#desk = desk;
  }

  /** Whether the shown rows can be imported. */
  get ready(): boolean {
    const isNamed = this.target.list !== null || this.target.id !== null || this.target.name.trim() !== "";
    return this.running === null && this.failure === null && this.preview?.problem === null && isNamed;
  }

  /** Asks the person for a file, and returns its path. */
  choose(): Promise<string | null> {
    return this.#desk.chooseTable();
  }

  /** Begins without a table. */
  reset(target: ImportTarget): void {
    this.target = target;
    this.source = null;
    this.preview = null;
    this.failure = null;
  }

  /** Reads a table, and detects everything about it. */
  async read(source: RowImportSource): Promise<void> {
    this.source = source;
    this.preview = null;
    await this.#show(detected);
  }

  /** Reads the table in another way. What depends on that is detected again. */
  async change(change: Partial<RowImportOptions>): Promise<void> {
    const { options } = this.preview ?? { options: detected };
    const dependent = "header" in change ? { mapping: null } : { header: null, mapping: null };
    await this.#show({ ...options, ...dependent, ...change });
  }

  /** Gives a column of the table a field; `null` leaves it out. */
  async map(column: number, field: string | null): Promise<void> {
    const { options } = this.preview ?? { options: detected };
    const mapping = (options.mapping ?? []).map((before, at) => (at === column ? field : before));
    await this.#show({ ...options, mapping });
  }

  /** Chooses the text of a cell that clears its field. */
  async clearWith(clearMarker: string): Promise<void> {
    const { options } = this.preview ?? { options: detected };
    await this.#show({ ...options, clearMarker });
  }

  /** Reads the table again, as it is now. */
  async refresh(): Promise<void> {
    await this.#show(this.preview?.options ?? detected);
  }

  /** Imports the rows. Resolves to `null` if they cannot be imported. */
  async run(): Promise<SheetView | null> {
    const { preview } = this;
    if (!preview || !this.ready) return null;
    return this.#attempt("import", (operation) => this.#desk.importRows(this.#request(preview.options), preview.digest, operation));
  }

  /** Asks the running step to stop. */
  async stop(): Promise<void> {
    if (this.#operation) await this.#desk.stop(this.#operation);
  }

  async #show(options: RowImportOptions): Promise<void> {
    const preview = await this.#attempt("preview", (operation) => this.#desk.previewImport(this.#request(options), operation));
    if (preview) this.preview = preview;
  }

  /** Runs a step instead of the running one, whose result no longer matters. */
  async #attempt<T>(step: "preview" | "import", job: (operation: string) => Promise<T>): Promise<T | null> {
    const stopped = this.stop();
    const operation = newOperationId(`${step}-rows`);
    this.#operation = operation;
    this.running = step;
    this.failure = null;
    try {
      await stopped;
      const result = await job(operation);
      return this.#operation === operation ? result : null;
    } catch (thrown) {
      if (this.#operation === operation) this.failure = CommandFailure.from(thrown);
      return null;
    } finally {
      if (this.#operation === operation) {
        this.#operation = null;
        this.running = null;
      }
    }
  }

  #request(options: RowImportOptions) {
    if (!this.source) throw new Error("no table was chosen");
    return { source: this.source, target: this.#target, options };
  }

  get #target(): RowImportTarget {
    const { id, name, list } = this.target;
    if (list !== null) return { kind: "objects", data: list };
    return id === null ? { kind: "newBatch", data: name } : { kind: "batch", data: id };
  }
}
