// The behaviour of the sheet itself, on an in-memory implementation of its commands. What the commands do is tested on
// the real desk.

import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { SheetView, EditedBatch, SheetColumn, SheetEdit, SheetFilter, SheetLine } from "../../bridge/bindings";
import type { BatchDesk } from "../../bridge/desk";
import { CommandFailure } from "../../bridge/failure";
import { selectCell, selectRect } from "../../state/sheet/selection";
import { Sheet } from "../../state/sheet/sheet.svelte";
import SheetBody from "./SheetBody.svelte";

const columns: SheetColumn[] = [
  { path: "name", label: "Name", kind: "text", required: true, choices: [], readOnly: false, help: "" },
  { path: "activityId", label: "Activity", kind: "id", required: true, choices: [], readOnly: false, help: "" },
  {
    path: "advertiserId",
    label: "Advertiser",
    kind: "choice",
    required: false,
    choices: [
      { value: "4410", label: "Northwind" },
      { value: "4411", label: "Petrichor Films" },
    ],
    readOnly: false,
    help: "",
  },
];
const flag: SheetColumn = { path: "active", label: "Active", kind: "yesNo", required: false, choices: [], readOnly: false, help: "" };

/** A batch in memory. It knows only what these tests need. */
class MemoryBatch {
  revision = 1;
  undone: string[][][] = [];
  edits: SheetEdit[] = [];
  /** If set, edits wait for it. */
  gate: Promise<void> = Promise.resolve();
  failure: CommandFailure | null = null;

  constructor(
    public cells: string[][],
    readonly columns: SheetColumn[],
  ) {}

  get view(): SheetView {
    const undo = this.undone.length > 0 ? "Type in 1 cell" : null;
    return {
      id: "b1",
      name: "April",
      source: { kind: "batch" },
      revision: this.revision,
      columns: this.columns,
      addable: [],
      tokens: [],
      rows: this.cells.length,
      undo,
      redo: null,
    };
  }

  get edited(): EditedBatch {
    return { ...this.view, columns: this.columns.map(({ path }) => path) };
  }

  line(at: number): SheetLine {
    const cells = this.cells[at] ?? [];
    const isWrong = cells[1] === "71002";
    const finding = {
      column: 1,
      severity: "error" as const,
      rule: "activity",
      code: null,
      message: "The activity belongs to another advertiser.",
    };
    return { number: at + 1, cells: [...cells], findings: isWrong ? [finding] : [], id: at, state: null, target: null, changed: [] };
  }

  shown({ search, findingsOnly }: SheetFilter): number[] {
    const all = this.cells.map((_, at) => at);
    return all.filter((at) => (this.cells[at]?.join(" ") ?? "").includes(search) && (!findingsOnly || this.line(at).findings.length > 0));
  }

  set(filter: SheetFilter, edit: SheetEdit): void {
    this.undone.push(this.cells.map((row) => [...row]));
    if (edit.kind === "set") {
      const shown = this.shown(filter);
      for (const { top, rows, columns } of edit.data.ranges)
        for (let row = top; row < top + rows; row += 1) {
          const at = shown[row] ?? row;
          while (this.cells.length <= at) this.cells.push(["", "", ""]);
          for (const column of columns) this.cells[at]![column] = edit.data.text;
        }
    }
    this.revision += 1;
  }

  /** Changes a cell as another window does. */
  changeElsewhere(row: number, column: number, text: string): void {
    this.cells[row]![column] = text;
    this.revision += 1;
  }

  readonly desk: Partial<BatchDesk> = {
    openBatch: async () => this.view,
    sheetRows: async (_, { filter, offset, limit }) => {
      const shown = this.shown(filter);
      const rows = shown.slice(offset, offset + limit).map((at) => this.line(at));
      return { revision: this.revision, matched: shown.length, offset, rows, check: { errors: 0, warnings: 0, rowsWithFindings: 0 } };
    },
    editSheet: async (_, { revision, filter, edit }) => {
      await this.gate;
      if (this.failure) throw this.failure;
      if (revision !== this.revision) throw new CommandFailure({ code: "Conflict", message: "Changed.", details: null });
      this.edits.push(edit);
      this.set(filter, edit);
      return { batch: this.edited, selected: null, message: null };
    },
    undoSheet: async () => {
      this.cells = this.undone.pop() ?? this.cells;
      this.revision += 1;
      return { batch: this.edited, selected: null, message: null };
    },
    copyCells: async (_, filter, ranges) => {
      const shown = this.shown(filter);
      const lines = ranges.flatMap(({ top, rows, columns }) =>
        shown.slice(top, top + rows).map((at) => columns.map((column) => this.cells[at]?.[column]).join("\t")),
      );
      return { text: lines.join("\n"), html: `<table>${lines.join("")}</table>` };
    },
    summarizeSelection: async () => ({ count: 2, distinct: 1, sum: "12345678901234567890.5" }),
    nextFinding: async (_, filter, { row }) => {
      const at = this.shown(filter).findIndex((one, place) => place > row && this.line(one).findings.length > 0);
      return at < 0 ? null : { row: at, column: 1 };
    },
  };
}

const reports = { failed: vi.fn(), say: vi.fn(), show: vi.fn(), draftsChanged: vi.fn() };
let batch: MemoryBatch;
let sheet: Sheet;

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  // happy-dom has no layout.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});
afterEach(() => {
  cleanup();
  sheet.close();
  vi.restoreAllMocks();
});

async function open(cells: string[][], all = columns): Promise<void> {
  batch = new MemoryBatch(cells, all);
  sheet = new Sheet(batch.desk as BatchDesk, batch.view, reports);
  render(SheetBody, { sheet });
  await sheet.window.refresh();
  await screen.findByRole("grid");
  screen.getByRole("grid").focus();
  await tick();
}

const some = (count: number) => Array.from({ length: count }, (_, at) => [`name ${at + 1}`, "55120", "4410"]);
const box = () => document.activeElement as HTMLTextAreaElement;
const place = () => [sheet.active.row, sheet.active.column];

async function press(...keys: string[]): Promise<void> {
  for (const chord of keys) {
    const parts = chord.split("+");
    const key = parts.at(-1) ?? "";
    await fireEvent.keyDown(box(), {
      key,
      ctrlKey: parts.includes("Ctrl"),
      shiftKey: parts.includes("Shift"),
      altKey: parts.includes("Alt"),
    });
  }
}

/** Types as an engine does: the text replaces what is selected. */
async function type(text: string): Promise<void> {
  for (const character of text) {
    const input = box();
    await fireEvent.keyDown(input, { key: character });
    const [from, to] = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
    await fireEvent.input(input, { target: { value: input.value.slice(0, from) + character + input.value.slice(to) } });
  }
}

const saved = () => waitFor(() => expect(sheet.edits.saving).toBe(false));

test("only the active cell is a tab stop", async () => {
  await open(some(5));
  await press("ArrowDown", "ArrowRight");
  const grid = screen.getByRole("grid");
  const stops = [...grid.querySelectorAll<HTMLElement>("input, textarea, button, [tabindex]")].filter(({ tabIndex }) => tabIndex >= 0);
  expect(stops).toEqual([document.activeElement]);
  const cell = document.activeElement?.closest("[role=gridcell]");
  expect([cell?.getAttribute("aria-colindex"), cell?.closest("[role=row]")?.getAttribute("aria-rowindex")]).toEqual(["3", "3"]);
});

test("head, row numbers and new row are counted", async () => {
  await open(some(5));
  const grid = screen.getByRole("grid");
  expect([grid.getAttribute("aria-rowcount"), grid.getAttribute("aria-colcount")]).toEqual(["7", "4"]);
  expect(screen.getAllByRole("columnheader").map((head) => head.getAttribute("aria-colindex"))).toEqual(["1", "2", "3", "4"]);
});

test("selected cells say so", async () => {
  await open(some(5));
  await press("Shift+ArrowDown", "Shift+ArrowRight");
  const selected = screen.getAllByRole("gridcell").filter((cell) => cell.getAttribute("aria-selected") === "true");
  expect(selected.map((cell) => cell.textContent?.trim().split(/\s{2,}/u)[0])).toEqual(["name 1", "55120", "name 2", "55120"]);
});

test("a large sheet draws only its visible rows", async () => {
  await open(some(20_000));
  expect(screen.getAllByRole("row").length).toBeLessThan(40);
  await press("Ctrl+End");
  expect(place()).toEqual([19_999, 2]);
  expect(document.activeElement?.closest("[role=row]")?.getAttribute("aria-rowindex")).toBe("20001");
});

test("the focus survives scrolling away", async () => {
  await open(some(20_000));
  const grid = screen.getByRole("grid");
  const scroller = grid.querySelector<HTMLElement>(".scroller")!;
  scroller.scrollTop = 280_000;
  await fireEvent.scroll(scroller);
  expect(screen.getAllByRole("row").some((row) => row.getAttribute("aria-rowindex") === "10002")).toBe(true);
  expect(document.activeElement?.closest("[role=row]")?.getAttribute("aria-rowindex")).toBe("2");
  await press("ArrowDown");
  expect(document.activeElement?.closest("[role=row]")?.getAttribute("aria-rowindex")).toBe("3");
});

test("typing replaces, Enter saves and goes down", async () => {
  await open(some(3));
  await type("new");
  expect(sheet.editor.open).not.toBeNull();
  await press("Enter");
  expect([place(), sheet.text(0, 0)]).toEqual([[1, 0], "new"]);
  await saved();
  expect(batch.cells[0]).toEqual(["new", "55120", "4410"]);
});

test("F2 keeps the text, Escape restores it", async () => {
  await open(some(3));
  await press("F2");
  expect([box().value, box().selectionStart]).toEqual(["name 1", 6]);
  await fireEvent.input(box(), { target: { value: "name 1 changed" } });
  await press("ArrowLeft");
  expect(place()).toEqual([0, 0]);
  await press("Escape");
  expect([sheet.editor.open, box().value, batch.edits.length]).toEqual([null, "name 1", 0]);
});

test("typing in the middle keeps the caret", async () => {
  await open(some(3));
  await press("F2");
  box().value = "nXame 1";
  box().setSelectionRange(2, 2);
  await fireEvent.input(box());
  await tick();
  expect([box().value, box().selectionStart]).toEqual(["nXame 1", 2]);
});

test("an arrow key ends an edit that replaces", async () => {
  await open(some(3));
  await type("x");
  await press("ArrowRight");
  await saved();
  expect([place(), batch.cells[0]?.[0]]).toEqual([[0, 1], "x"]);
});

test("typing does not wait for replies", async () => {
  await open([]);
  let release = () => {};
  batch.gate = new Promise((resolve) => (release = resolve));
  for (const name of ["ab", "cd", "ef"]) {
    await type(name);
    await press("Tab");
    await type("7");
    await press("Enter");
  }
  expect(place()).toEqual([3, 0]);
  expect([0, 1, 2].map((row) => [sheet.text(row, 0), sheet.text(row, 1)])).toEqual([
    ["ab", "7"],
    ["cd", "7"],
    ["ef", "7"],
  ]);
  expect(batch.edits).toEqual([]);
  release();
  await saved();
  expect(batch.cells.map(([name, activity]) => [name, activity])).toEqual([
    ["ab", "7"],
    ["cd", "7"],
    ["ef", "7"],
  ]);
});

test("Enter after Tab returns to the first column", async () => {
  await open(some(5));
  await press("Tab", "Tab", "Enter");
  expect(place()).toEqual([1, 0]);
});

test("Tab leaves the sheet only after Escape", async () => {
  await open(some(5));
  await press("Escape");
  const tab = new KeyboardEvent("keydown", { key: "Tab", bubbles: true, cancelable: true });
  box().dispatchEvent(tab);
  expect([tab.defaultPrevented, place()]).toEqual([false, [0, 0]]);
  await press("ArrowDown", "Tab");
  expect(place()).toEqual([1, 1]);
});

test("Enter of an input method ends no edit", async () => {
  await open(some(3));
  await fireEvent.compositionStart(box());
  await tick();
  expect([box().value, sheet.editor.open !== null]).toEqual(["name 1", true]);
  await fireEvent.input(box(), { target: { value: "にほん" } });
  await fireEvent.keyDown(box(), { key: "Enter", isComposing: true });
  await fireEvent.keyDown(box(), { key: "Enter", keyCode: 229 });
  await fireEvent.keyDown(box(), { key: "ArrowDown", isComposing: true });
  expect([sheet.editor.text, place(), batch.edits.length]).toEqual(["にほん", [0, 0], 0]);
  await fireEvent.compositionEnd(box());
  await press("Enter");
  await saved();
  expect([batch.cells[0]?.[0], place()]).toEqual(["にほん", [1, 0]]);
});

test("a text takes its own direction", async () => {
  await open([["שלום", "1", ""]]);
  expect(screen.getByText("שלום").getAttribute("dir")).toBe("auto");
  expect(box().dir).toBe("auto");
});

test("Alt+Enter breaks the line", async () => {
  await open(some(3));
  await press("F2", "Alt+Enter");
  await press("Enter");
  await saved();
  expect(batch.cells[0]?.[0]).toBe("name 1\n");
});

test("Ctrl+Enter fills the selection", async () => {
  await open(some(3));
  await press("Shift+ArrowDown", "Shift+ArrowRight");
  await type("z");
  await press("Ctrl+Enter");
  await saved();
  expect(batch.cells.map((row) => row.slice(0, 2))).toEqual([
    ["z", "z"],
    ["z", "z"],
    ["name 3", "55120"],
  ]);
});

test.each(["Enter", "Tab"])("%s takes the first choice by its name", async (key) => {
  await open(some(2));
  sheet.select(selectCell({ row: 0, column: 2 }));
  await tick();
  await type("petri");
  await press(key);
  await saved();
  expect([batch.cells[0]?.[2], place()[0]]).toEqual(["4411", 1]);
});

test("a choice takes any other text", async () => {
  await open(some(2));
  sheet.select(selectCell({ row: 0, column: 2 }));
  await tick();
  await type("99");
  await press("Enter");
  await saved();
  expect(batch.cells[0]?.[2]).toBe("99");
});

test("Delete clears the selected cells only", async () => {
  await open(some(2));
  await press("Ctrl+a", "Delete");
  await saved();
  expect(batch.cells).toEqual([
    ["", "", ""],
    ["", "", ""],
  ]);
});

test("a change elsewhere spares an unchanged row", async () => {
  await open(some(5));
  await type("mine");
  batch.changeElsewhere(3, 0, "theirs");
  await press("Enter");
  await saved();
  expect([batch.cells[0]?.[0], batch.cells[3]?.[0], sheet.edits.unsaved]).toEqual(["mine", "theirs", []]);
});

test("the space bar switches a yes and no", async () => {
  await open(some(2), [flag, ...columns]);
  await press(" ", " ");
  await saved();
  expect(batch.edits.map((edit) => edit.kind === "set" && edit.data.text)).toEqual(["true", "false"]);
});

test("text for a changed row is offered back", async () => {
  await open(some(5));
  await type("mine");
  batch.changeElsewhere(0, 1, "999");
  await press("Enter");
  await screen.findByRole("alert");
  expect(screen.getByRole("alert").textContent).toContain("Row 1, Name: “mine” was not saved. The batch was changed elsewhere");
  expect(batch.cells[0]).toEqual(["name 1", "999", "4410"]);
  await press("ArrowDown", "ArrowDown");
  await fireEvent.click(screen.getByRole("button", { name: "Put it into the active cell" }));
  await saved();
  expect([batch.cells[3]?.[0], sheet.edits.unsaved]).toEqual(["mine", []]);
});

test("a disk failure keeps the text", async () => {
  await open(some(5));
  batch.failure = new CommandFailure({ code: "Storage", message: "The disk is full. Free some space.", details: null });
  await type("mine");
  await press("Enter");
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(sheet.text(0, 0)).toBe("name 1");
  batch.failure = null;
  await fireEvent.click(again);
  await saved();
  expect(batch.cells[0]?.[0]).toBe("mine");
});

test("a failed fill can be repeated", async () => {
  await open(some(5));
  batch.failure = new CommandFailure({ code: "Storage", message: "The disk is full.", details: null });
  await sheet.apply({ kind: "fillDown", data: { range: { top: 0, rows: 2, columns: [0] } } });
  const [failure, again] = reports.failed.mock.calls[0] as [CommandFailure, () => void];
  expect(failure.code).toBe("Storage");
  batch.failure = null;
  again();
  await saved();
  expect(batch.edits.map(({ kind }) => kind)).toEqual(["fillDown"]);
});

test("edits reach the rows that were seen", async () => {
  await open([
    ["a", "71002", ""],
    ["b", "1", ""],
    ["c", "71002", ""],
  ]);
  await sheet.show({ findingsOnly: true });
  sheet.select(selectCell({ row: 0, column: 1 }));
  await tick();
  let release = () => {};
  batch.gate = new Promise((resolve) => (release = resolve));
  // The first edit hides its row. The second one was typed before anyone could see that.
  await type("5");
  await press("Enter");
  await type("6");
  await press("Enter");
  release();
  await saved();
  expect(batch.cells.map(([, activity]) => activity)).toEqual(["5", "1", "6"]);
});

test("F8 reads the next finding aloud", async () => {
  await open([...some(30), ["last", "71002", ""]]);
  await press("F8");
  await waitFor(() => expect(place()).toEqual([30, 1]));
  const message = "The activity belongs to another advertiser.";
  await waitFor(() =>
    expect(screen.getAllByRole("status").some(({ textContent }) => textContent?.startsWith("Row 31, 1 finding."))).toBe(true),
  );
  expect(box().getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(box().getAttribute("aria-describedby") ?? "")?.textContent).toContain(message);
  await press("F8");
  await waitFor(() => expect(reports.say).toHaveBeenCalledWith("No finding is after this cell."));
});

test("both clipboard flavours are filled", async () => {
  await open(some(5));
  sheet.select(selectRect({ top: 0, left: 0, rows: 2, columns: 2 }));
  await waitFor(() => expect(sheet.readyCopy).not.toBeNull());
  const data = new DataTransfer();
  await fireEvent(box(), new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true }));
  expect(data.getData("text/plain")).toBe("name 1\t55120\nname 2\t55120");
  expect(data.getData("text/html")).toContain("<table>");
  expect(reports.say).toHaveBeenCalledWith("4 cells copied");
  await fireEvent(box(), new ClipboardEvent("cut", { clipboardData: data, bubbles: true, cancelable: true }));
  await saved();
  expect(batch.cells[1]).toEqual(["", "", "4410"]);
});

test("a paste sends flavours and shown columns", async () => {
  await open(some(5));
  sheet.arrange({ ...sheet.layout, order: ["advertiserId", "name"], hidden: ["activityId"] });
  await tick();
  const data = new DataTransfer();
  data.setData("text/plain", "a\tb");
  data.setData("text/html", "<table></table>");
  await fireEvent(box(), new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  await saved();
  const range = { top: 0, rows: 1, columns: [2] };
  expect(batch.edits).toEqual([
    { kind: "paste", data: { range, shown: [2, 0], text: "a\tb", html: "<table></table>", transposed: false } },
  ]);
});

test("an open editor pastes into its text", async () => {
  await open(some(5));
  await press("F2");
  const paste = new ClipboardEvent("paste", { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
  await fireEvent(box(), paste);
  expect([paste.defaultPrevented, batch.edits]).toEqual([false, []]);
});

test("undo names its step and takes it back", async () => {
  await open(some(2));
  await type("x");
  await press("Enter");
  await saved();
  expect(screen.getByRole("button", { name: "Undo Type in 1 cell" })).toBeTruthy();
  await press("Ctrl+z");
  await saved();
  await waitFor(() => expect(sheet.text(0, 0)).toBe("name 1"));
});

test("an empty batch says what to do", async () => {
  await open([]);
  expect(screen.getByText("Type here, or paste from a spreadsheet.")).toBeTruthy();
  await type("a");
  expect(screen.queryByText("Type here, or paste from a spreadsheet.")).toBeNull();
});

test("the figures of a selection are exact", async () => {
  await open(some(5));
  await press("Shift+ArrowDown");
  expect((await screen.findByText("12345678901234567890.5")).parentElement?.textContent).toBe("Sum 12345678901234567890.5");
});

/** Presses, moves and releases the pointer on the cells, in pixels from their left and top. */
async function drag(
  points: [x: number, y: number][],
  held: { ctrlKey?: boolean; shiftKey?: boolean } = {},
  target?: Element,
): Promise<void> {
  const layer = screen.getByRole("grid").querySelector(".layer")!;
  const [first, ...others] = points.map(([clientX, clientY]) => ({ clientX, clientY, pointerId: 1, button: 0, ...held }));
  await fireEvent.pointerDown(target ?? layer, first);
  for (const point of others) await fireEvent.pointerMove(layer, point);
  await fireEvent.pointerUp(layer, others.at(-1) ?? first);
}

/** The gutter of a sheet of up to nine rows is 44 pixels wide, a head 30 and a row 28 pixels high. */
const cellPoint = (row: number, x: number): [number, number] => [44 + x, 30 + row * 28 + 10];

test.each<[string, [number, number][], object, unknown]>([
  ["a drag", [cellPoint(1, 10), cellPoint(3, 210)], {}, [{ top: 1, left: 0, rows: 3, columns: 2 }]],
  ["a drag upwards", [cellPoint(3, 210), cellPoint(1, 10)], {}, [{ top: 1, left: 0, rows: 3, columns: 2 }]],
  ["a click with Shift", [cellPoint(2, 210)], { shiftKey: true }, [{ top: 0, left: 0, rows: 3, columns: 2 }]],
  [
    "a click with Ctrl",
    [cellPoint(2, 210)],
    { ctrlKey: true },
    [
      { top: 0, left: 0, rows: 1, columns: 1 },
      { top: 2, left: 1, rows: 1, columns: 1 },
    ],
  ],
  [
    "a drag on row numbers",
    [
      [10, 65],
      [10, 125],
    ],
    {},
    [{ top: 1, left: 0, rows: 3, columns: 3 }],
  ],
  [
    "a drag on heads",
    [
      [100, 10],
      [300, 10],
    ],
    {},
    [{ top: 0, left: 0, rows: 5, columns: 2 }],
  ],
  ["a click on the corner", [[10, 10]], {}, [{ top: 0, left: 0, rows: 5, columns: 3 }]],
])("%s selects", async (_, points, held, rects) => {
  await open(some(5));
  await drag(points, held);
  expect(sheet.rects).toEqual(rects);
  expect(document.activeElement?.closest("[role=gridcell]")).not.toBeNull();
});

test("a head's edge resizes its column", async () => {
  await open(some(5));
  await drag([
    [44 + 330, 10],
    [44 + 300, 10],
  ]);
  expect(sheet.shown.map(({ width }) => width)).toEqual([200, 100, 220]);
});

test("the fill handle continues a series", async () => {
  await open(some(5));
  await press("Shift+ArrowDown");
  const handle = screen.getByRole("grid").querySelector("[data-handle]")!;
  await drag([cellPoint(1, 10), cellPoint(4, 10)], {}, handle);
  await saved();
  expect(batch.edits).toEqual([{ kind: "fillSeries", data: { source: { top: 0, rows: 2, columns: [0] }, target: { top: 2, rows: 3 } } }]);
});

test("Ctrl makes the fill handle copy one row", async () => {
  await open(some(5));
  const handle = screen.getByRole("grid").querySelector("[data-handle]")!;
  await drag([cellPoint(0, 10), cellPoint(3, 10)], { ctrlKey: true }, handle);
  await saved();
  expect(batch.edits).toEqual([{ kind: "fillDown", data: { range: { top: 0, rows: 4, columns: [0] } } }]);
});

test("a press elsewhere saves the open edit", async () => {
  await open(some(5));
  await type("x");
  await drag([cellPoint(3, 210)]);
  await saved();
  expect([batch.cells[0]?.[0], place()]).toEqual(["x", [3, 1]]);
});

test("closing a menu returns to the cell", async () => {
  await open(some(5));
  await press("ArrowDown", "Shift+F10");
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Cut"));
  await fireEvent.keyDown(document.activeElement!, { key: "Escape" });
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Name, row 2, required");
});

test("a head's menu sorts", async () => {
  await open(some(5));
  await fireEvent.click(screen.getByRole("button", { name: "Menu of Activity" }));
  await fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "Sort Z to A" }));
  expect(sheet.filter.sort).toEqual({ path: "activityId", descending: true });
  expect(screen.getByRole("columnheader", { name: /Activity/u }).getAttribute("aria-sort")).toBe("descending");
});

test("a head's menu moves its own column", async () => {
  await open(some(5));
  await fireEvent.click(screen.getByRole("button", { name: "Menu of Advertiser" }));
  await fireEvent.click(screen.getByRole("menuitem", { name: /Move left/u }));
  expect(sheet.shown.map(({ column }) => column.label)).toEqual(["Name", "Advertiser", "Activity"]);
});

const three = () => [
  ["a", "71002", ""],
  ["b", "71002", ""],
  ["c", "71002", ""],
];

test("the active cell follows its row", async () => {
  await open(three());
  await sheet.show({ findingsOnly: true });
  await press("ArrowDown");
  batch.changeElsewhere(0, 1, "5");
  await sheet.window.refresh();
  await tick();
  expect([place(), box().value]).toEqual([[0, 0], "b"]);
});

test("rows do not move under an open editor", async () => {
  await open(three());
  await sheet.show({ findingsOnly: true });
  await press("ArrowDown");
  await type("mi");
  const editor = box();
  batch.changeElsewhere(0, 1, "5");
  await sheet.window.refresh();
  await tick();
  expect(document.activeElement).toBe(editor);
  await fireEvent.input(editor, { target: { value: "mine" } });
  await press("Enter");
  await saved();
  expect(batch.cells.map(([name]) => name)).toEqual(["a", "mine", "c"]);
});

test("the active cell stays among the rows", async () => {
  await open(three());
  await sheet.show({ findingsOnly: true });
  await press("ArrowDown", "ArrowDown", "ArrowRight");
  await type("5");
  await press("Tab");
  await saved();
  await waitFor(() => expect([place(), sheet.matched]).toEqual([[1, 2], 2]));
  expect(document.activeElement?.closest("[role=row]")?.getAttribute("aria-rowindex")).toBe("3");
});
