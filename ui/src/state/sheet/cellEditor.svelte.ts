import type { SheetLine } from "../../bridge/bindings";
import type { Cell } from "./selection";
import type { SeenSheet } from "./rebase";

/** The text that a person is typing into a cell. */
interface OpenText {
  readonly cell: Cell;
  readonly stored: number;
  /** The text before. */
  readonly before: string;
  readonly seen: SeenSheet;
  /** Whether the person replaces the text, so that an arrow key ends the edit. Otherwise it moves the caret. */
  readonly replaces: boolean;
}

/** The editor in the active cell. It is always there and has the focus; it opens with the first typed character. */
export class CellEditor {
  open = $state.raw<OpenText | null>(null);
  text = $state("");

  begin(cell: Cell, stored: number, before: string, line: SheetLine | undefined, seen: Omit<SeenSheet, "line">, typed?: string): void {
    this.open = { cell, stored, before, seen: { ...seen, line: line ?? null }, replaces: typed !== undefined };
    this.text = typed ?? before;
  }

  type(text: string): void {
    this.text = text;
  }

  /** Ends the edit and returns its text; `null` if nothing was open. */
  end(): (OpenText & { text: string }) | null {
    const { open, text } = this;
    this.open = null;
    return open && { ...open, text };
  }
}
