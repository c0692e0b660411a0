// The acts on one column, for the menus of heads and cells.

import { toggleHidden, toggleWrapped } from "./layout";
import { actKeys, type SheetAct } from "./keys";
import type { Sheet } from "./sheet.svelte";

/** An entry of a menu in the sheet. */
export interface MenuEntry {
  readonly label: string;
  readonly keys?: string;
  /** Whether it is a setting that is on. */
  readonly checked?: boolean;
  /** Whether a line separates it from the entry before. */
  readonly separated?: boolean;
  run(): void;
}

/** Returns the entries for the column of a shown position. `fit` makes it as wide as its texts. */
export function columnEntries(sheet: Sheet, place: number, fit: (place: number) => void): MenuEntry[] {
  const column = sheet.shown[place];
  if (!column) return [];
  const { path } = column.column;
  const { sort } = sheet.filter;
  const { layout } = sheet;
  const sorted = (descending: boolean) => sort?.path === path && sort.descending === descending;
  const toggleSort = (descending: boolean) => void sheet.show({ sort: sorted(descending) ? null : { path, descending } });
  return [
    { label: "Sort A to Z", checked: sorted(false), run: () => toggleSort(false) },
    { label: "Sort Z to A", checked: sorted(true), run: () => toggleSort(true) },
    { label: "Fill column with…", separated: true, run: () => sheet.rewriting.open("fill", column.stored) },
    {
      label: "Freeze up to this column",
      checked: layout.frozen === place + 1,
      separated: true,
      run: () => sheet.arrange({ ...layout, frozen: layout.frozen === place + 1 ? 0 : place + 1 }),
    },
    { label: "Wrap text", checked: column.wrapped, run: () => sheet.arrange(toggleWrapped(layout, path)) },
    { label: "Fit the width", run: () => fit(place) },
    { label: "Hide column", run: () => sheet.arrange(toggleHidden(layout, path)) },
    { label: "Move left", separated: true, ...acting(sheet, "moveColumnLeft") },
    { label: "Move right", ...acting(sheet, "moveColumnRight") },
  ];
}

/** Returns the entries for the selected cells. */
export function cellEntries(sheet: Sheet, clipboard: Record<"cut" | "copy" | "paste" | "pasteTransposed", () => void>): MenuEntry[] {
  return [
    { label: "Cut", keys: "Mod+X", run: clipboard.cut },
    { label: "Copy", keys: "Mod+C", run: clipboard.copy },
    { label: "Paste", keys: "Mod+V", run: clipboard.paste },
    { label: "Paste transposed", keys: "Mod+Shift+V", run: clipboard.pasteTransposed },
    { label: "Clear", ...acting(sheet, "clear") },
    { label: "Fill down", separated: true, ...acting(sheet, "fillDown") },
    { label: "Fill right", ...acting(sheet, "fillRight") },
    { label: "Find and replace…", ...acting(sheet, "replace") },
    ...(sheet.hasFixedRows ? [] : rowEntries(sheet)),
  ];
}

function rowEntries(sheet: Sheet): MenuEntry[] {
  return [
    { label: "Insert rows above", separated: true, ...acting(sheet, "insertRows") },
    { label: "Delete rows", ...acting(sheet, "deleteRows") },
    { label: "Move rows up", ...acting(sheet, "moveRowsUp") },
    { label: "Move rows down", ...acting(sheet, "moveRowsDown") },
  ];
}

function acting(sheet: Sheet, name: SheetAct): Pick<MenuEntry, "keys" | "run"> {
  return { keys: actKeys[name][0], run: () => sheet.act(name) };
}
