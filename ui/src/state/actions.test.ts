import { beforeEach, expect, test } from "vitest";

import type { DocumentRef } from "../bridge/bindings";
import { fakeDesk } from "../bridge/fake";
import { actionOf, actions, hintOf, offered, press, whyOff } from "./actions";
import { groups } from "./actions/action";
import { Workbench } from "./workbench.svelte";
import { discardDraftOf } from "./draftSteps";

const first: DocumentRef = { kind: "campaign", id: "1072288341" };
let bench: Workbench;

beforeEach(() => {
  location.hash = "";
  bench = new Workbench(fakeDesk(60));
});

test("each action is in the list once, and no two have the same keys", () => {
  const ids = actions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const keys = actions.flatMap((action) => action.keys ?? []);
  expect(keys.filter((one, at) => keys.indexOf(one) !== at)).toEqual([]);
});

test("the list is in the order of the groups", () => {
  const order = actions.map(({ group }) => groups.indexOf(group));
  expect(order).toEqual([...order].sort((one, other) => one - other));
});

test("what means nothing now is not offered, and what cannot be done says why", async () => {
  expect(offered(bench).map(({ id }) => id)).not.toContain("draft.undo");
  await bench.open(first);
  expect(whyOff(bench, actionOf("draft.undo"))).toBe("There is nothing to undo.");
  await bench.detail.put("name", { kind: "text", text: "Renamed" });
  expect(whyOff(bench, actionOf("draft.undo"))).toBeNull();
});

test("the menu of a row has the actions for that row, whatever is open", async () => {
  const subject = { target: first, collection: "campaigns" as const, id: "1072288341", title: "Spring launch, DE", file: null, draft: false, lock: null };
  const ids = () => offered(bench, { kind: "campaign", subject }).map(({ id }) => id);
  expect(ids()).toEqual(expect.arrayContaining(["campaign.open", "campaign.copyId", "campaign.copyName"]));
  expect(ids()).not.toContain("draft.discard");
  subject.draft = true;
  expect(ids()).toContain("draft.discard");
});

test("an action discards the draft of a row that is not open", async () => {
  await bench.open(first);
  await bench.detail.put("name", { kind: "text", text: "Renamed" });
  await bench.close();
  await discardDraftOf(bench, first);
  expect(bench.workspace.counts.drafts).toBe(0);
  expect(bench.notices.current?.text).toBe("Draft discarded.");
});

test("a key does its action, and only where it is meant for it", async () => {
  const idle = new KeyboardEvent("keydown", { key: "F8", cancelable: true });
  press(bench, idle);
  expect(idle.defaultPrevented).toBe(false);
  const event = new KeyboardEvent("keydown", { key: "2", ctrlKey: true, cancelable: true });
  press(bench, event);
  expect([bench.route.view, event.defaultPrevented]).toEqual(["drafts", true]);
});

test("a tooltip names the keys", () => {
  expect(hintOf("campaign.new")).toBe("New campaign (Ctrl+N)");
});
