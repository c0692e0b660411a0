import type { Decision, ReceiptView, SentFilter, SentLine, SentQuery, SentRow, SentWindow } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { Coalescer } from "./serial";
import type { Loading } from "./loading";
import { OpenItems } from "./openItems.svelte";
import { RowSelection } from "./list/rowSelection.svelte";
import { Operations } from "./operations.svelte";
import { covers, spanAround, type Span } from "./rows";

/** How long after the last key the search starts. */
const searchDelayMs = 80;
const linesPerRequest = 200;

/** What limits the list of sent items, besides their state. */
type SentLimits = Pick<SentQuery, "search" | "person" | "from" | "until">;

const noLimits: SentLimits = { search: "", person: null, from: "", until: "" };

/** The list of sent items, and the open receipt. It holds a window of lines. The desk holds all of them. */
export class Sent {
  window = $state.raw<SentWindow | null>(null);
  failure = $state.raw<CommandFailure | null>(null);
  filter = $state<SentFilter>("all");
  limits = $state.raw(noLimits);
  /** Whether each send has a head above its items. */
  bySend = $state(false);
  cursor = $state(0);
  /** The line to scroll to; a new object each time. */
  scrollTarget = $state.raw<{ row: number } | null>(null);
  item = $state<string | null>(null);
  receipt = $state.raw<Loading<ReceiptView>>({ status: "loading" });
  /** The decision that is being carried out. */
  deciding = $state<Decision | null>(null);
  /** The ticked items. */
  readonly ticked = new RowSelection();
  readonly waiting: OpenItems;
  readonly #desk: Desk;
  readonly #load = new Coalescer(() => this.#loadLines());
  #visible: Span = { first: 0, end: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(desk: Desk, operations = new Operations(desk)) {
    this.#desk = desk;
    this.waiting = new OpenItems(desk, operations);
  }

  refresh(): Promise<void> {
    return this.#load.run();
  }

  /** Returns the line at an index; `undefined` while it is not loaded. */
  line(index: number): SentLine | undefined {
    return this.window?.lines[index - this.window.offset];
  }

  /** Returns the items of the loaded lines. */
  get loaded(): SentRow[] {
    return this.window?.lines.flatMap((line) => (line.kind === "item" ? [line.value] : [])) ?? [];
  }

  /** Returns whether anything but the state limits the list. */
  get isLimited(): boolean {
    const { search, person, from, until } = this.limits;
    return search.trim() !== "" || person !== null || from.trim() !== "" || until.trim() !== "";
  }

  /** Sets the visible lines, and loads them if they are not loaded yet. */
  setVisibleLines(visible: Span): void {
    this.#visible = visible;
    if (this.window && !covers(loadedSpan(this.window), visible)) void this.#load.run();
  }

  show(filter: SentFilter): Promise<void> {
    this.filter = filter;
    return this.#restart();
  }

  /** Changes limits. The list follows after a pause, because they may still be typed. */
  limit(limits: Partial<SentLimits>): void {
    this.limits = { ...this.limits, ...limits };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#restart(), searchDelayMs);
  }

  /** Shows the items of every state, person and day. */
  clearLimits(): Promise<void> {
    this.limits = noLimits;
    return this.show("all");
  }

  groupBySend(on: boolean): Promise<void> {
    this.bySend = on;
    return this.#restart();
  }

  /** Returns whether all items of a line are ticked. The head of a send stands for its loaded items. */
  isTicked(line: SentLine, index: number): boolean {
    const ids = line.kind === "item" ? [line.value.item] : this.#loadedItemsBelow(index);
    return ids.length > 0 && ids.every((id) => this.ticked.has(id));
  }

  /** Ticks or unticks an item, or all listed items of a send. */
  async toggle(line: SentLine, index: number): Promise<void> {
    if (line.kind === "item") return this.ticked.toggle(line.value.item, index);
    const { lines } = await this.#desk.sent(this.query({ first: index + 1, end: index + 1 + line.value.counts.all }));
    const end = lines.findIndex(({ kind }) => kind === "send");
    const ids = itemsOf(end < 0 ? lines : lines.slice(0, end));
    if (this.isTicked(line, index)) this.ticked.remove(ids);
    else this.ticked.add(ids);
  }

  /** Ticks the lines from the last ticked one to this one. They need not be loaded. */
  async tickRange(index: number, from?: number): Promise<void> {
    this.ticked.add(itemsOf((await this.#desk.sent(this.query(this.ticked.range(index, from)))).lines));
  }

  /** Ticks all listed items. */
  async tickAll(): Promise<void> {
    this.ticked.add(await this.#listedItems());
  }

  /** Unticks all listed items. */
  async untickAll(): Promise<void> {
    this.ticked.remove(await this.#listedItems());
  }

  /** Returns the query of these lines. */
  query({ first, end }: Span): SentQuery {
    return { ...this.limits, shown: this.filter, bySend: this.bySend, offset: first, limit: end - first };
  }

  async open(item: string): Promise<void> {
    this.item = item;
    this.receipt = { status: "loading" };
    try {
      const value = await this.#desk.receipt(item);
      if (this.item === item) this.receipt = { status: "ready", value };
    } catch (thrown) {
      if (this.item === item) this.receipt = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  close(): void {
    this.item = null;
  }

  async decide(decision: Decision): Promise<void> {
    const { item } = this;
    if (!item || this.deciding) return;
    this.deciding = decision;
    try {
      const value = await this.#desk.decide(item, decision);
      if (this.item === item) this.receipt = { status: "ready", value };
    } finally {
      this.deciding = null;
      await this.refresh();
    }
  }

  /** Reloads everything after several decisions. The open receipt stays visible during the reload. */
  async reread(): Promise<void> {
    await this.refresh();
    const { item } = this;
    if (item === null) return;
    const value = await this.#desk.receipt(item);
    if (this.item === item) this.receipt = { status: "ready", value };
  }

  async #listedItems(): Promise<string[]> {
    return itemsOf((await this.#desk.sent(this.query({ first: 0, end: this.window?.count ?? 0 }))).lines);
  }

  #loadedItemsBelow(index: number): string[] {
    const lines = this.window?.lines.slice(index + 1 - this.window.offset) ?? [];
    const end = lines.findIndex(({ kind }) => kind === "send");
    return itemsOf(end < 0 ? lines : lines.slice(0, end));
  }

  #restart(): Promise<void> {
    clearTimeout(this.#timer);
    this.#visible = { first: 0, end: 0 };
    this.cursor = 0;
    this.scrollTarget = { row: 0 };
    return this.#load.run();
  }

  async #loadLines(): Promise<void> {
    const waiting = this.waiting.refresh();
    try {
      this.window = await this.#desk.sent(this.query(spanAround(this.#visible, linesPerRequest)));
      this.cursor = Math.min(this.cursor, Math.max(0, this.window.count - 1));
      this.failure = null;
    } catch (thrown) {
      this.failure = CommandFailure.from(thrown);
    }
    await waiting;
  }
}

/** Returns the range of the loaded lines. It is open-ended if the window reaches the end of the list. */
function loadedSpan({ offset, lines, count }: SentWindow): Span {
  const end = offset + lines.length;
  return { first: offset, end: end >= count ? Number.MAX_SAFE_INTEGER : end };
}

function itemsOf(lines: SentLine[]): string[] {
  return lines.flatMap((line) => (line.kind === "item" ? [line.value.item] : []));
}
