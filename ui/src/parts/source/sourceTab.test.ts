import { EditorView, runScopeHandlers } from "@codemirror/view";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "../../App.svelte";
import type { Desk } from "../../bridge/desk";
import { testDesk } from "../../bridge/testDesk";
// Imported before the tab opens, so that no test waits for the import.
import "../../source/editor";
import { sourceDelayMs } from "../../state/edits.svelte";
import { Workbench } from "../../state/workbench.svelte";

const first = { kind: "campaign", id: "1072288341" } as const;
const name = "Spring launch, DE";
let desk: Desk;
let workbench: Workbench;

beforeEach(async () => {
  // A browser reports a changed selection later. This one does so at once, which the library does not expect.
  vi.spyOn(Selection.prototype, "collapse").mockReturnValue();
  location.hash = "";
  localStorage.clear();
  desk = await testDesk();
  workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  await workbench.open(first);
});
afterEach(cleanup);

/** Opens the text, and returns the library's view of it. */
async function source(): Promise<EditorView> {
  workbench.detail.tab = "source";
  const view = EditorView.findFromDOM(await screen.findByRole("textbox", { name: "Source text" }));
  if (!view) throw new Error("there is an editor");
  return view;
}

/** Replaces a part of the text. */
function write(view: EditorView, piece: string, insert: string): void {
  const from = view.state.doc.toString().indexOf(piece);
  view.dispatch({ changes: { from, to: from + piece.length, insert }, userEvent: "input.type" });
}

const shown = (view: EditorView) => view.state.doc.toString();

test("saved text stays as typed while focused", async () => {
  const view = await source();
  view.focus();
  write(view, `"${name}"`, '"Renamed"  ');
  await waitFor(() => expect([workbench.detail.value?.title, workbench.detail.edits.saving]).toEqual(["Renamed", false]));
  expect(shown(view)).toContain('"Renamed"  ');
  view.contentDOM.blur();
  await waitFor(() => expect(shown(view)).not.toContain('"Renamed"  '));
  expect(shown(view)).toContain('"Renamed"');
});

test("recent text is saved on a tab change", async () => {
  const view = await source();
  view.focus();
  const save = vi.spyOn(desk, "writeSource");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    write(view, name, "Renamed");
    workbench.detail.tab = "history";
    await vi.advanceTimersByTimeAsync(sourceDelayMs - 1);
    expect(save).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
  await waitFor(() => expect(workbench.detail.value?.title).toBe("Renamed"));
  await workbench.detail.put("name", { kind: "text", text: "From the form" });
  expect(shown(await source())).toContain("From the form");
  expect(view.dom.parentElement, "the editor that was left is gone").toBeNull();
});

test("F8 repeats to the same finding in text", async () => {
  await desk.edit(first, { path: "name", input: { kind: "text", text: "" } });
  await workbench.detail.open(first);
  const view = await source();
  for (const _ of [1, 2]) {
    view.dispatch({ selection: { anchor: 0 } });
    workbench.detail.nextFinding(1);
    await waitFor(() => expect(view.state.doc.lineAt(view.state.selection.main.head).text).toContain('"name"'));
  }
});

test("a changed line is marked in any layout", async () => {
  await workbench.detail.put("name", { kind: "text", text: "Renamed" });
  const view = await source();
  const ours = () => [...view.dom.querySelectorAll(".cm-ours")].map((line) => line.textContent);
  await waitFor(() => expect(ours()).toEqual(['  "name": "Renamed",']));
  for (const lines of [1, view.state.doc.lines]) {
    await fireEvent.click(screen.getByRole("checkbox", { name: "Exactly as it is sent" }));
    expect(view.state.doc.lines).toBe(lines);
  }
  expect(ours()).toEqual(['  "name": "Renamed",']);
});

test("differences from the service are shown and reverted", async () => {
  await workbench.detail.put("name", { kind: "text", text: "Renamed" });
  const view = await source();
  await fireEvent.click(screen.getByRole("checkbox", { name: "Differences" }));
  await fireEvent.click(await screen.findByRole("button", { name: "Revert" }), { detail: 0 });
  await waitFor(() => expect(workbench.detail.value?.title).toBe(name));
  expect(shown(view)).toContain(name);
});

test("undo and redo work on the draft", async () => {
  await workbench.detail.put("name", { kind: "text", text: "Renamed" });
  const view = await source();
  for (const [key, title] of [
    ["z", name],
    ["y", "Renamed"],
  ] as const) {
    runScopeHandlers(view, new KeyboardEvent("keydown", { key, ctrlKey: true }), "editor");
    await waitFor(() => expect(workbench.detail.value?.title).toBe(title));
  }
});

test("F8 leads to the error in broken text", async () => {
  const { open } = desk;
  const broken = { reason: "Line 1, column 3: it is broken.", line: 1, column: 3, written: true };
  desk.open = async (target) => ({ ...(await open(target)), source: "{ x", textOnly: broken });
  await workbench.detail.open(first);
  const view = await source();
  workbench.detail.focusOn = "name";
  await waitFor(() => expect(view.state.selection.main.head).toBe(2));
});

test("a draft being sent is read-only", async () => {
  await workbench.detail.put("name", { kind: "text", text: "Renamed" });
  const { open } = desk;
  desk.open = async (target) => {
    const detail = await open(target);
    return {
      ...detail,
      draft: detail.draft && { ...detail.draft, lock: { kind: "beingSent", label: "being sent", reason: "It is being sent." } },
    };
  };
  await workbench.detail.open(first);
  expect((await source()).state.readOnly).toBe(true);
});

test("an imported document is read-only", async () => {
  const { open } = desk;
  desk.open = async (target) => ({
    ...(await open(target)),
    file: { name: "ads.json", at: "2026-01-05T08:00:00Z", summary: false, copy: null },
  });
  await workbench.detail.open(first);
  expect((await source()).state.readOnly).toBe(true);
  expect(screen.getByText("This ad was imported from a file and is read-only.")).toBeTruthy();
});
