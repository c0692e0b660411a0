import { acceptCompletion, closeCompletion, completionStatus, currentCompletions, startCompletion } from "@codemirror/autocomplete";
import { forEachDiagnostic } from "@codemirror/lint";
import { EditorView, runScopeHandlers } from "@codemirror/view";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { FindingView, KnownField, SourceCompletion } from "../bridge/bindings";
import { SourceEditor, type SourceEditorOptions } from "./editor";

const text = '{\n  "name": "A",\n  "flights": [\n    7\n  ]\n}';

let parent: HTMLElement;
let options: SourceEditorOptions;
let editor: SourceEditor;

beforeEach(() => {
  // A browser reports a changed selection later. This one does so at once, which the library does not expect.
  vi.spyOn(Selection.prototype, "collapse").mockReturnValue();
  parent = document.body.appendChild(document.createElement("div"));
  options = {
    parent,
    text,
    label: "Source text",
    describePath: () => Promise.resolve(help()),
    oninput: vi.fn(),
    onfocus: vi.fn(),
    onblur: vi.fn(),
    undo: vi.fn(),
    redo: vi.fn(),
  };
  editor = new SourceEditor(options);
});
afterEach(() => {
  editor.destroy();
  parent.remove();
});

function help(known: Partial<SourceCompletion> = {}): SourceCompletion {
  return { field: null, members: [], values: [], ...known };
}

/** Returns the library's view, through which a test acts like a person. */
function view(): EditorView {
  const found = EditorView.findFromDOM(parent);
  if (!found) throw new Error("there is an editor");
  return found;
}

function write(insert: string, from: number, to = from): void {
  view().dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: "input.type" });
}

/** Returns the text with a bar at the cursor. */
function withCursor(): string {
  const { head } = view().state.selection.main;
  return `${editor.text.slice(0, head)}|${editor.text.slice(head)}`;
}

function finding(path: string): FindingView {
  return { rule: "required", code: null, severity: "warning", path, label: path, message: `Look at ${path}.`, source: null, fix: null };
}

test("only a person's typing is reported", () => {
  write("B", 13);
  expect(options.oninput).toHaveBeenLastCalledWith(text.replace('"A"', '"BA"'));
  expect(editor.show(text)).toBe(true);
  expect(editor.show(text)).toBe(false);
  expect([editor.text, vi.mocked(options.oninput).mock.calls.length]).toEqual([text, 1]);
});

test("an update replaces only differences, keeping the cursor", () => {
  const at = text.indexOf("7");
  view().dispatch({ selection: { anchor: at } });
  editor.show(text.replace('"A"', '"A longer name"'));
  expect(withCursor()).toContain("|7");
  editor.show(text.replace('"A"', '"A longer name"').replace("7", "7, 8"));
  expect(withCursor()).toContain("|7, 8");
  // A repeated character must not count for both ends.
  editor.show(text.replace("7", "77"));
  editor.show(text.replace("7", "7777"));
  expect(editor.text).toBe(text.replace("7", "7777"));
});

test("switching to another tab reports a blur", () => {
  editor.destroy();
  expect(options.onblur).toHaveBeenCalled();
});

test("undo and redo belong to the draft", () => {
  write("B", 13);
  const press = (key: string) => runScopeHandlers(view(), new KeyboardEvent("keydown", { key, ctrlKey: true }), "editor");
  expect([press("z"), press("y"), press("y")]).toEqual([true, true, true]);
  expect([vi.mocked(options.undo).mock.calls.length, vi.mocked(options.redo).mock.calls.length]).toEqual([1, 2]);
  expect(editor.text).toContain('"BA"');
});

test("no key writes into a read-only text", () => {
  editor.readOnly = true;
  expect([view().state.readOnly, view().contentDOM.getAttribute("contenteditable")]).toEqual([true, "false"]);
  editor.readOnly = false;
  expect([view().state.readOnly, view().contentDOM.getAttribute("contenteditable")]).toEqual([false, "true"]);
});

test("the cursor and focus move to a given place", () => {
  editor.goTo("flights[0]");
  expect(withCursor()).toContain("|7");
  editor.goTo({ line: 2, column: 5 });
  expect(withCursor()).toContain('"n|ame"');
  expect(view().hasFocus).toBe(true);
});

test("marks move along with the typed text", () => {
  editor.setMarks({ changed: ["flights"], findings: [finding("name"), finding("flights")], broken: null });
  const lines = () => [...parent.querySelectorAll(".cm-ours")].map((line) => line.textContent);
  expect(lines()).toEqual(['  "flights": [', "    7", "  ]"]);
  const places = () => {
    const found: string[] = [];
    forEachDiagnostic(view().state, ({ message, severity }, from, to) =>
      found.push(`${severity} ${message} ${view().state.sliceDoc(from, to)}`),
    );
    return found;
  };
  expect(places()).toEqual(['warning Look at name. "name": "A"', 'warning Look at flights. "flights": [']);
  write("\n", 1);
  expect(lines()).toEqual(['  "flights": [', "    7", "  ]"]);
  editor.setMarks({ changed: ["gone", "name"], findings: [], broken: null });
  expect(lines()).toEqual(['  "name": "A",']);
  editor.setMarks({ changed: [], findings: [finding("name")], broken: { line: 3, column: 3 } });
  expect([lines(), places()]).toEqual([[], ['warning Look at name. "']]);
});

test("differences can be reverted unless read-only", () => {
  const buttons = () => [...parent.querySelectorAll<HTMLButtonElement>("button.cm-button")].filter(({ hidden }) => !hidden);
  editor.compareWith(text.replace('"A"', '"B"'), { readOnly: false });
  expect(buttons().map(({ textContent }) => textContent)).toEqual(["Revert"]);
  buttons()[0]?.click();
  expect(editor.text).toContain('"B"');
  expect(options.oninput).toHaveBeenCalledOnce();
  editor.show(text);
  editor.compareWith(text.replace('"A"', '"B"'), { readOnly: true });
  expect(buttons()).toEqual([]);
  editor.compareWith(null, { readOnly: false });
  expect(parent.querySelector(".cm-deletedChunk")).toBeNull();
});

test("styles are adopted sheets, not style elements", () => {
  expect(document.querySelector("style")).toBeNull();
  const rules = document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText));
  expect(rules.join("\n")).toContain(".cm-ours");
});

/** Opens the completion at an offset, and accepts the first option. */
async function complete(known: Partial<SourceCompletion>, insert: string, at: number, to = at): Promise<void> {
  editor.destroy();
  editor = new SourceEditor({ ...options, describePath: () => Promise.resolve(help(known)) });
  write(insert, at, to);
  startCompletion(view());
  await vi.waitFor(() => expect(completionStatus(view().state)).toBe("active"));
  await vi.waitFor(() => expect(acceptCompletion(view())).toBe(true));
}

function known(name: string, start: string): KnownField {
  return { name, label: name, description: "", takes: "text", start, required: false, readOnly: false, setOnce: false };
}

test("a completed name replaces the typed part", async () => {
  await complete({ members: [known("name", '""'), known("clientRefId", '""')] }, '\n  "cl', 1);
  expect(withCursor()).toMatch(/^\{\n {2}"clientRefId": "\|"\n {2}"name"/u);
});

test("a used name is not offered again", async () => {
  editor.destroy();
  editor = new SourceEditor({
    ...options,
    describePath: () => Promise.resolve(help({ members: [known("name", '""'), known("nature", "null")] })),
  });
  write("na", 1);
  startCompletion(view());
  await vi.waitFor(() => expect(completionStatus(view().state)).toBe("active"));
  expect(currentCompletions(view().state).map(({ displayLabel }) => displayLabel)).toEqual(["nature"]);
  editor.show(text);
  await complete({ members: [known("nature", "null")] }, '"na', 4, 9);
  expect(withCursor()).toContain('"nature"|: "A"');
});

test("a value is offered where one belongs", async () => {
  await complete({ values: [{ json: '"EU"', label: "Europe" }] }, '"E', 12, 15);
  expect(withCursor()).toContain('"name": "EU"|,');
});

test("nothing is offered until asked or typed", async () => {
  editor.destroy();
  const describePath = vi.fn(() => Promise.resolve(help({ members: [known("nature", "null")] })));
  vi.useFakeTimers();
  try {
    editor = new SourceEditor({ ...options, describePath });
    write(" ", 1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(describePath).not.toHaveBeenCalled();
    write("n", 2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(describePath).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

test("help is fetched once, and again after failures", async () => {
  editor.destroy();
  const describePath = vi.fn<(path: string) => Promise<SourceCompletion>>();
  describePath.mockRejectedValueOnce(new Error("not now")).mockResolvedValue(help({ values: [{ json: "1", label: "" }] }));
  editor = new SourceEditor({ ...options, describePath });
  const asks = async (times: number) => {
    startCompletion(view());
    await vi.waitFor(() => expect(completionStatus(view().state)).not.toBe("pending"));
    expect(describePath).toHaveBeenCalledTimes(times);
    closeCompletion(view());
  };
  view().dispatch({ selection: { anchor: text.indexOf("7") } });
  for (const times of [1, 2, 2]) await asks(times);
});
