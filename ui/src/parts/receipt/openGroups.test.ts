import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../../App.svelte";
import type { OpenGroup } from "../../bridge/bindings";
import type { Desk } from "../../bridge/desk";
import { askPractice, holdReplies, testDesk } from "../../bridge/testDesk";
import { actionOf, whyUnavailable } from "../../state/actions";
import { ready } from "../../state/loading";
import { Workbench } from "../../state/workbench.svelte";

let desk: Desk;
let workbench: Workbench;

const names = Array.from({ length: 15 }, (_, at) => `Name ${at + 1}`);
const items = (titles: string[]) =>
  titles.map((title) => ({
    item: title,
    collection: "campaigns" as const,
    verb: "create" as const,
    title,
    matchId: null,
    outcome: "Not in the list.",
    evidence: [],
  }));
const absent: OpenGroup = { evidence: "absent", decision: "backToDraft", items: items(names) };

beforeEach(async () => {
  location.hash = "";
  desk = await testDesk();
  workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
});
afterEach(cleanup);

/** Campaigns whose sending was cut off, so that their outcomes need a person. */
async function withOpenItems(count: number) {
  const rows = (await desk.rows("campaigns", workbench.campaigns.query({ first: 0, end: count }))).rows;
  for (const { id } of rows) await desk.edit({ kind: "campaign", id }, { path: "name", input: { kind: "text", text: `Changed ${id}` } });
  const drafts = (await desk.review()).rows.map(({ draft, revision }) => ({ draft, revision }));
  await askPractice("faults", { fault: "drop-before-commit", times: count });
  await desk.send({ operation: "1", drafts, overrides: [], typedName: "" }, () => undefined);
  await workbench.go("sent");
}

test("the question names how many items and which", async () => {
  desk.openItems = async () => [absent];
  await withOpenItems(1);
  const button = await screen.findByRole("button", { name: /^Back to drafts…/u });
  button.focus();
  await fireEvent.click(button);
  const dialog = await screen.findByRole("dialog", { name: "Put 15 items back to drafts?" });
  expect(dialog.textContent).toContain("Two lookups did not find “Name 1”, “Name 2”, “Name 3” and 12 more.");
  expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: "Cancel" }));
  await fireEvent.keyDown(dialog, { key: "Escape" });
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test("deciding for all keeps the focus in the view", async () => {
  await withOpenItems(2);
  await workbench.sent.open(workbench.sent.loaded.find(({ state }) => state === "needsYou")?.item ?? "");
  const button = await screen.findByRole("button", { name: /^Back to drafts…/u });
  button.focus();
  await fireEvent.click(button);
  await fireEvent.click(await screen.findByRole("button", { name: "Look again, then back to drafts" }));
  await waitFor(() => expect(workbench.notices.current?.text).toContain("can be sent again"));
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Back to drafts…/u })).toBeNull());
  await waitFor(() => expect(document.activeElement?.closest("main")).not.toBeNull());
  expect(workbench.sent.waiting.total).toBe(0);
  await waitFor(() => expect(ready(workbench.sent.receipt)?.row.state).toBe("takenBack"));
});

test("lookups can be stopped and decide nothing", async () => {
  await withOpenItems(2);
  const end = holdReplies(desk, "decideAll");
  const lookAgain = await screen.findByRole("button", { name: "Look again for all" });
  lookAgain.focus();
  await fireEvent.click(lookAgain);
  const waiting = within(await screen.findByRole("region", { name: "2 items wait for you" }));
  await waitFor(() => expect(document.activeElement).toBe(waiting.getByRole("button", { name: "Stop" })));
  expect(whyUnavailable(workbench, actionOf("sent.allAbsent"))).not.toBeNull();
  await fireEvent.click(waiting.getByRole("button", { name: "Stop" }));
  end();
  await waitFor(() => expect(workbench.notices.current?.text).toContain("2 stay open"));
  await waitFor(() => expect(document.activeElement).toBe(waiting.getByRole("button", { name: "Look again for all" })));
});

test("groups without a common decision say so", async () => {
  desk.openItems = async () => [{ evidence: "ambiguous", decision: null, items: items(["A", "B"]) }];
  await withOpenItems(1);
  const waiting = within(await screen.findByRole("region", { name: "2 items wait for you" }));
  expect(waiting.getByText("Decide one by one")).toBeTruthy();
});
