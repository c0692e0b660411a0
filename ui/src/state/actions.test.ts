import { beforeEach, expect, test } from "vitest";

import type { DocumentRef } from "../bridge/bindings";
import { testDesk } from "../bridge/testDesk";
import { actionOf, actions, hintOf, availableActions, runShortcut, whyUnavailable } from "./actions";
import { groups } from "./actions/action";
import { Workbench } from "./workbench.svelte";
import { discardDraftOf } from "./draftSteps";

const first: DocumentRef = { kind: "campaign", id: "1072288341" };
let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  workbench = new Workbench(await testDesk());
});

test("each action is listed once with unique keys", () => {
  const ids = actions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const keys = actions.flatMap((action) => action.keys ?? []);
  expect(keys.filter((one, at) => keys.indexOf(one) !== at)).toEqual([]);
});

test("the list is in the order of the groups", () => {
  const order = actions.map(({ group }) => groups.indexOf(group));
  expect(order).toEqual([...order].sort((one, other) => one - other));
});

test("pointless actions are hidden, impossible ones say why", async () => {
  expect(availableActions(workbench).map(({ id }) => id)).not.toContain("draft.undo");
  await workbench.open(first);
  expect(whyUnavailable(workbench, actionOf("draft.undo"))).toBe("There is nothing to undo.");
  await workbench.detail.put("name", { kind: "text", text: "Renamed" });
  expect(whyUnavailable(workbench, actionOf("draft.undo"))).toBeNull();
});

test("a row's menu acts on that row", async () => {
  const subject = {
    target: first,
    collection: "campaigns" as const,
    id: "1072288341",
    title: "Spring launch, DE",
    file: null,
    draft: false,
    lock: null,
  };
  const ids = () => availableActions(workbench, { kind: "campaign", subject }).map(({ id }) => id);
  expect(ids()).toEqual(expect.arrayContaining(["campaign.open", "campaign.copyId", "campaign.copyName"]));
  expect(ids()).not.toContain("draft.discard");
  subject.draft = true;
  expect(ids()).toContain("draft.discard");
});

test("a closed row's draft can be discarded", async () => {
  await workbench.open(first);
  await workbench.detail.put("name", { kind: "text", text: "Renamed" });
  await workbench.close();
  await discardDraftOf(workbench, first);
  expect(workbench.workspace.counts.drafts).toBe(0);
  expect(workbench.notices.current?.text).toBe("Draft discarded.");
});

test("a key runs its action only in context", async () => {
  const idle = new KeyboardEvent("keydown", { key: "F8", cancelable: true });
  runShortcut(workbench, idle);
  expect(idle.defaultPrevented).toBe(false);
  const event = new KeyboardEvent("keydown", { key: "2", ctrlKey: true, cancelable: true });
  runShortcut(workbench, event);
  expect([workbench.route.view, event.defaultPrevented]).toEqual(["drafts", true]);
});

test("a tooltip names the keys", () => {
  expect(hintOf("campaign.new")).toBe("New campaign (Ctrl+N)");
});
