import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
import type { FieldView, DocumentRef } from "./bridge/bindings";
import type { Desk } from "./bridge/desk";
import { CommandFailure } from "./bridge/failure";
import { testDesk } from "./bridge/testDesk";
import { Workbench } from "./state/workbench.svelte";
import { discard } from "./state/draftSteps";
import { NULL_HINT } from "./state/fieldActions";

let desk: Desk;
let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  desk = await testDesk();
});
afterEach(cleanup);

async function start() {
  workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
}

async function openFirst() {
  const list = await screen.findByRole("grid", { name: "Campaigns" });
  await fireEvent.keyDown(list, { key: "Enter" });
  await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
  return screen.findByRole("textbox", { name: "Name" });
}

async function type(box: HTMLElement, text: string) {
  await fireEvent.focus(box);
  await fireEvent.input(box, { target: { value: text } });
}

test("the first start fetches and lists campaigns", async () => {
  await start();
  const list = await screen.findByRole("grid", { name: "Campaigns" });
  expect(list.getAttribute("aria-rowcount")).toBe("435");
  expect(within(list).getAllByRole("row").length).toBeGreaterThan(1);
  expect(screen.getByText(/Last fetched/u)).toBeTruthy();
});

test("arrow keys move in the list, Enter opens", async () => {
  await start();
  const list = await screen.findByRole("grid", { name: "Campaigns" });
  await fireEvent.keyDown(list, { key: "ArrowDown" });
  const active = () => document.getElementById(list.getAttribute("aria-activedescendant") ?? "");
  await waitFor(() => expect(active()?.getAttribute("aria-rowindex")).toBe("3"));
  const name = within(active() as HTMLElement)
    .getAllByRole("gridcell")[1]
    ?.textContent?.trim();
  await fireEvent.keyDown(list, { key: "Enter" });
  expect(await screen.findByRole("heading", { level: 1, name })).toBeTruthy();
});

test("a summary is labelled and fetched whole on request", async () => {
  const whole = desk.open;
  const summary = "Only a summary of this ad is known: the fields that a list has. The keyring is locked.";
  const onlySummary = vi.fn(async (target: DocumentRef) => {
    const detail = await whole(target);
    const without = (field: FieldView): FieldView => (field.path === "notes" ? { ...field, presence: "absent", text: "" } : field);
    return {
      ...detail,
      summary: { message: summary, gettable: true },
      groups: detail.groups.map((group) => ({ ...group, fields: group.fields.map(without) })),
    };
  });
  desk.open = onlySummary;
  await start();
  await openFirst();
  const notes = () => screen.getByRole("textbox", { name: "Notes" }) as HTMLInputElement;
  expect(screen.getByText(summary)).toBeTruthy();
  expect(notes().placeholder).toBe("not in the summary");
  desk.open = whole;
  await fireEvent.click(screen.getByRole("button", { name: "Fetch it whole" }));
  await waitFor(() => expect(screen.queryByText(summary)).toBeNull());
  expect((await screen.findByRole("textbox", { name: "Notes" })).getAttribute("placeholder")).not.toBe("not in the summary");
});

/** Holds the next edit until the returned function is called. */
function holdEdit(): () => void {
  let answer = () => {};
  const edit = desk.edit;
  desk.edit = async (...given) => {
    desk.edit = edit;
    await new Promise<void>((resolve) => (answer = resolve));
    return edit(...given);
  };
  return () => answer();
}

test("an edit shows as saved after the command answers", async () => {
  await start();
  const answer = holdEdit();
  await type(await openFirst(), "Renamed");
  await waitFor(() => expect(screen.getByText("Saving…")).toBeTruthy());
  await fireEvent.blur(screen.getByRole("textbox", { name: "Name" }));
  expect(screen.queryByText("Everything saved")).toBeNull();
  answer();
  await waitFor(() => expect(screen.getByText("Everything saved")).toBeTruthy());
  expect(screen.getByRole("heading", { level: 1, name: "Renamed" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Revert Name" })).toBeTruthy();
});

test("an unsaved edit keeps its text and blocks leaving", async () => {
  await start();
  const edit = desk.edit;
  desk.edit = () => Promise.reject(new CommandFailure({ code: "Storage", message: "The disk is full.", details: null }));
  const box = await openFirst();
  await type(box, "Renamed");
  await fireEvent.blur(box);
  await waitFor(() => expect(screen.getByText(/Not saved: 1 field/u)).toBeTruthy());
  await fireEvent.click(screen.getByRole("button", { name: "New campaign" }));
  expect(await screen.findByText(/“Name” is not saved/u)).toBeTruthy();
  expect((box as HTMLInputElement).value).toBe("Renamed");
  desk.edit = edit;
  await fireEvent.click(screen.getAllByRole("button", { name: "Try again" })[0] as HTMLElement);
  await waitFor(() => expect(screen.getByText("Everything saved")).toBeTruthy());
});

test("F8 moves between a finding's field and tabs", async () => {
  await start();
  await workbench.newCampaign();
  await fireEvent.click(await screen.findByRole("tab", { name: /^Changes/ }));
  await fireEvent.keyDown(document.body, { key: "F8" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Name" })));
  await fireEvent.keyDown(document.body, { key: "F8" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("combobox", { name: /^Advertiser/u })));
});

test("ids are chosen by name, and brands follow the advertiser", async () => {
  await start();
  await workbench.newCampaign();
  const boxOf = (name: RegExp) => screen.findByRole("combobox", { name });
  const choices = (path: string) => workbench.detail.choicesOf(workbench.detail.field(path) as FieldView);
  // A box loads its choices before it is entered.
  await waitFor(() => expect(choices("brandId").length).toBeGreaterThan(0));
  const all = choices("brandId");
  await type(await boxOf(/^Advertiser/u), "northw");
  await fireEvent.click(await screen.findByRole("option", { name: /^Northwind/u }));
  await waitFor(() => expect(workbench.detail.field("advertiserId")?.choices).toHaveLength(1));
  expect(choices("advertiserId").length).toBeGreaterThan(1);
  await fireEvent.focus(await boxOf(/^Brand/u));
  await waitFor(() => expect(choices("brandId").length).toBeLessThan(all.length));
  expect(choices("brandId").length).toBeGreaterThan(0);
});

test("Ctrl+Z undoes saved edits, not unsaved typing", async () => {
  await start();
  const answer = holdEdit();
  const box = await openFirst();
  await type(box, "Re");
  // It waits for the answer to the first key.
  await type(box, "Renamed");
  expect(await fireEvent.keyDown(box, { key: "z", ctrlKey: true })).toBe(true);
  answer();
  await workbench.detail.settle();
  expect(await fireEvent.keyDown(box, { key: "z", ctrlKey: true })).toBe(false);
  await waitFor(() => expect(workbench.detail.value?.changes).toEqual([]));
});

test("absent, null and empty text are different choices", async () => {
  await start();
  await openFirst();
  const notes = () => screen.getByRole("textbox", { name: "Notes" }) as HTMLInputElement;
  const choose = async (name: string) => {
    await fireEvent.click(screen.getByRole("button", { name: "More for Notes" }));
    await fireEvent.click(await screen.findByRole("menuitem", { name }));
  };
  await choose("Remove this field");
  await waitFor(() => expect(notes().placeholder).toBe("not set"));
  await choose("Set to null");
  await waitFor(() => expect([notes().placeholder, notes().title]).toEqual(["empty", NULL_HINT]));
  await choose("Set to empty text");
  expect(await screen.findByText("empty text")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "More for Name" })).toBeNull();
});

test("a discarded draft can be brought back", async () => {
  await start();
  const box = await openFirst();
  await type(box, "Renamed");
  await fireEvent.blur(box);
  await fireEvent.click(await screen.findByRole("button", { name: "Discard draft" }));
  expect(await screen.findByText("Draft discarded.")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Renamed" })).toBeTruthy();
});

test("an error blocks its draft until it is overridden", async () => {
  await start();
  await workbench.newCampaign();
  await workbench.go("review");
  const send = await screen.findByRole("button", { name: "Send 0 to Practice" });
  expect((send as HTMLButtonElement).disabled).toBe(true);
  for (const box of screen.getAllByRole("checkbox", { name: /Override/u })) {
    const finding = document.getElementById(box.getAttribute("aria-describedby") ?? "");
    expect(finding?.textContent).toContain(box.closest("label")?.textContent?.split(": ")[1] ?? "-");
    await fireEvent.click(box);
  }
  expect(await screen.findByRole("button", { name: "Send 1 to Practice" })).toBeTruthy();
});

test("the chosen theme is set on the page", async () => {
  await start();
  await fireEvent.change(screen.getByRole("combobox", { name: "Theme" }), { target: { value: "dark" } });
  await waitFor(() => expect(document.documentElement.dataset["theme"]).toBe("dark"));
});

test("drafts left out of a send remain reviewable", async () => {
  await start();
  const box = await openFirst();
  await type(box, "Renamed");
  await workbench.newCampaign();
  await workbench.go("review");
  await fireEvent.click(await screen.findByRole("button", { name: "Send 1 to Practice" }));
  await fireEvent.click(await screen.findByRole("button", { name: "Review the rest" }, { timeout: 5000 }));
  expect(await screen.findByRole("checkbox", { name: "Send “New campaign”" })).toBeTruthy();
  expect(screen.queryByRole("checkbox", { name: /Renamed/u })).toBeNull();
});

test("a receipt shows sent, changed and raw replies", async () => {
  await start();
  const box = await openFirst();
  await type(box, "Renamed");
  await workbench.go("review");
  await workbench.send();
  await workbench.go("sent");
  await fireEvent.click(await screen.findByRole("gridcell", { name: /^Renamed/u }));
  const receipt = await screen.findByRole("article", { name: "Receipt" });
  expect(await within(receipt).findByRole("table", { name: "What was sent" })).toBeTruthy();
  expect(within(receipt).getByRole("table", { name: "Changed by the service" })).toBeTruthy();
  expect(within(receipt).getByRole("button", { name: "Show the reply" })).toBeTruthy();
});

test("a locked draft cannot be discarded and says why", async () => {
  await start();
  await fireEvent.blur(await renamed());
  await workbench.detail.settle();
  const lock = { kind: "needsYou" as const, label: "needs you", reason: "Its outcome needs your decision, under Sent." };
  const { open, drafts } = desk;
  desk.open = async (target) => {
    const detail = await open(target);
    return { ...detail, draft: detail.draft && { ...detail.draft, lock } };
  };
  desk.drafts = async (query) => {
    const window = await drafts(query);
    return { ...window, rows: window.rows.map((row) => ({ ...row, lock })) };
  };
  await workbench.detail.refresh();
  expect(await screen.findByText(/1 change, needs you/u)).toBeTruthy();
  expectHeld(screen.getByRole("button", { name: "Discard draft" }), lock.reason);
  await workbench.go("drafts");
  expectHeld(await screen.findByRole("button", { name: "Discard draft of Renamed" }), lock.reason);
  expect(screen.getByRole("gridcell", { name: "needs you" })).toBeTruthy();
});

test("discarded drafts appear only on request", async () => {
  await start();
  await fireEvent.blur(await renamed());
  await workbench.detail.settle();
  await discard(workbench);
  await workbench.go("drafts");
  expect(await screen.findByText("Nothing here")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Restore draft of Renamed" })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Discarded 1" }));
  await fireEvent.click(await screen.findByRole("button", { name: "Restore draft of Renamed" }));
  expect(await screen.findByText("“Renamed” is back in your drafts.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Discarded 0" })).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "All 1" }));
  expect(await screen.findByRole("rowheader", { name: /^Renamed/u })).toBeTruthy();
});

test("another sender is named and blocks sending", async () => {
  await start();
  await renamed();
  const { review } = desk;
  desk.review = async () => ({ ...(await review()), sending: "Mara is sending in another window." });
  await workbench.go("review");
  const said = (await screen.findByText("Mara is sending in another window.", { selector: ".grow" })).closest("[role=status]");
  expect(said?.querySelector("svg")).toBeTruthy();
  expect((screen.getByRole("button", { name: "Send 1 to Practice" }) as HTMLButtonElement).disabled).toBe(true);
  desk.review = review;
  await fireEvent.click(screen.getByRole("button", { name: "Look again" }));
  await waitFor(() => expect((screen.getByRole("button", { name: "Send 1 to Practice" }) as HTMLButtonElement).disabled).toBe(false));
});

test("an unsent item's receipt claims no send", async () => {
  await start();
  await renamed();
  await workbench.go("review");
  await workbench.send();
  const { receipt } = desk;
  const concurrentChanges = [{ path: "notes", label: "Notes", before: "Mine", after: "Theirs" }];
  const overrides = ["Placements are attached"];
  desk.receipt = async (item) => ({ ...(await receipt(item)), body: null, serviceChanges: [], concurrentChanges, overrides });
  await workbench.go("sent");
  await workbench.sent.open(workbench.sent.loaded[0]?.item ?? "");
  const shown = await screen.findByRole("article", { name: "Receipt" });
  expect(within(shown).getByRole("table", { name: "What would have been sent" })).toBeTruthy();
  expect(within(shown).queryByText(/What was sent|^Sent|that was sent/u, { selector: "h2, th, dt, summary" })).toBeNull();
  expect(within(shown).getByText("Placements are attached")).toBeTruthy();
  const decision = within(shown).getByRole("region", { name: "Your decision" });
  const changed = within(decision).getByRole("table", { name: "What changed in the meantime" });
  const columns = within(changed)
    .getAllByRole("columnheader")
    .map(({ textContent }) => textContent);
  expect(columns).toEqual(["Field", "When you fetched it", "Now on the service"]);
});

async function renamed() {
  const box = await openFirst();
  await type(box, "Renamed");
  return box;
}

function expectHeld(button: HTMLElement, reason: string) {
  expect((button as HTMLButtonElement).disabled).toBe(true);
  expect(button.title).toBe(reason);
  expect(document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).toBe(reason);
}

test("the keys and the head tick what is listed", async () => {
  await start();
  const list = await screen.findByRole("grid", { name: "Campaigns" });
  const head = screen.getByRole<HTMLInputElement>("checkbox", { name: "Select all" });
  const { ticked } = workbench.campaigns;
  const drawn = () => [head.checked, head.indeterminate];
  await fireEvent.keyDown(list, { key: " " });
  await waitFor(() => expect(drawn()).toEqual([false, true]));
  for (let times = 0; times < 2; times += 1) {
    await fireEvent.keyDown(list, { key: "a", ctrlKey: true });
    await waitFor(() => expect(drawn()).toEqual([true, false]));
    expect(ticked.count).toBe(434);
  }
  await workbench.campaigns.searchFor("spring");
  await waitFor(() => expect(ticked.listedCount).toBeLessThan(434));
  await waitFor(() => expect(drawn()).toEqual([true, false]));
  await fireEvent.click(head);
  await waitFor(() => expect(drawn()).toEqual([false, false]));
  const bar = await screen.findByRole("toolbar", { name: "Selected campaigns" });
  await waitFor(() => expect(bar.textContent).toContain(`${ticked.count} campaigns selected, 0 of them in this list`));
  await fireEvent.click(within(bar).getByRole("button", { name: "Show them" }));
  await waitFor(() => expect(list.getAttribute("aria-rowcount")).toBe(String(ticked.count + 1)));
  await fireEvent.keyDown(list, { key: "Escape" });
  expect(ticked.count).toBe(0);
});

test("Review names the campaigns", async () => {
  await start();
  await workbench.desk.edit({ kind: "campaign", id: "1072288341" }, { path: "notes", input: { kind: "text", text: "x" } });
  await workbench.go("review");
  const page = await screen.findByRole("region", { name: "Review and send" });
  await waitFor(() => expect(page.querySelector("header")?.textContent).toMatch(/1 draft for .+: “Spring launch, DE”/u));
});
