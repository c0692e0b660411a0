import type { ColumnInfo, ColumnLayout, ListColumns } from "../../bridge/bindings";

/** A shown column, with its width in pixels. */
export interface ShownColumn {
  readonly path: string;
  readonly width: number;
  /** Whether nobody set the width yet. The name then takes what the other columns leave. */
  readonly automatic?: boolean;
}

/** The column that is always first: the name and the state. */
export const nameColumn = "name";
const minWidth = 60;
const maxWidth = 900;
const defaultWidth = 130;
export const widthStep = 10;

const nameOnly: readonly ShownColumn[] = [{ path: nameColumn, width: 240, automatic: true }];

/** The columns of the list, their order and their widths. */
export class Columns {
  /** Every field that can be a column. */
  known = $state.raw<ColumnInfo[]>([]);
  #defaults: readonly ShownColumn[] = nameOnly;
  #shown = $state.raw<readonly ShownColumn[]>(nameOnly);
  readonly #changed: () => void;

  /** @param changed called whenever other cells or widths are needed */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get shown(): readonly ShownColumn[] {
    return this.#shown;
  }

  /** Returns the paths of the cells that a row needs. The name is left out, because every row has it. */
  get cells(): string[] {
    return this.#shown.filter(({ path }) => path !== nameColumn).map(({ path }) => path);
  }

  /** Returns the columns as a view stores them. */
  get layout(): ColumnLayout[] {
    return this.#shown.map(({ path, width, automatic }) => ({ path, width: automatic ? null : width }));
  }

  info(path: string): ColumnInfo | undefined {
    return this.known.find((column) => column.path === path);
  }

  label(path: string): string {
    return this.info(path)?.label ?? path;
  }

  has(path: string): boolean {
    return this.#shown.some((column) => column.path === path);
  }

  /** Shows a column as the last one, or hides it. */
  toggle(path: string): void {
    if (path === nameColumn) return;
    const without = this.#shown.filter((column) => column.path !== path);
    this.#put(this.has(path) ? without : [...this.#shown, { path, width: defaultWidth, automatic: true }]);
  }

  /** Moves a column by this many places. The name stays first. */
  move(path: string, by: number): void {
    const at = this.#shown.findIndex((column) => column.path === path);
    this.moveTo(path, at + by);
  }

  moveTo(path: string, place: number): void {
    const column = this.#shown.find((one) => one.path === path);
    if (!column || path === nameColumn) return;
    const rest = this.#shown.filter((one) => one !== column);
    const at = Math.min(rest.length, Math.max(1, place));
    this.#put([...rest.slice(0, at), column, ...rest.slice(at)]);
  }

  resize(path: string, width: number): void {
    const clamped = Math.round(Math.min(maxWidth, Math.max(minWidth, width)));
    this.#put(this.#shown.map((column) => (column.path === path ? { path, width: clamped } : column)));
  }

  /** Stores the desk's columns. The default ones are shown from the next {@link restore} on. */
  load({ all, usual }: ListColumns): void {
    this.known = all;
    this.#defaults = usual.map(shownColumn);
  }

  reset(): void {
    this.#put(this.#defaults);
  }

  /** Shows the columns of a view, or the default columns if it has none. */
  restore(columns: readonly ColumnLayout[]): void {
    this.#shown = withNameFirst(columns.length === 0 ? this.#defaults : columns.map(shownColumn));
  }

  #put(columns: readonly ShownColumn[]): void {
    this.#shown = withNameFirst(columns);
    this.#changed();
  }
}

function shownColumn({ path, width }: ColumnLayout): ShownColumn {
  if (width !== null) return { path, width };
  return path === nameColumn ? nameOnly[0]! : { path, width: defaultWidth, automatic: true };
}

/** Returns the columns with the name as the first. */
function withNameFirst(columns: readonly ShownColumn[]): ShownColumn[] {
  const name = columns.filter(({ path }) => path === nameColumn);
  const rest = columns.filter(({ path }) => path !== nameColumn);
  return [...(name.length > 0 ? name : nameOnly), ...rest];
}
