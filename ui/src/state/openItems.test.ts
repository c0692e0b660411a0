import { beforeEach, expect, test } from "vitest";

import type { DecideAllRequest, OpenGroup, SendProgress } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { testDesk } from "../bridge/testDesk";
import { OpenItems } from "./openItems.svelte";
import { Operations } from "./operations.svelte";

const groups: OpenGroup[] = [
  { evidence: "absent", decision: "backToDraft", items: ["A", "B"].map((title) => open(title)) },
  { evidence: "found", decision: "wasSent", items: [open("C", "7101")] },
  { evidence: "ambiguous", decision: null, items: [open("D")] },
];
const summary = { decided: 0, settledByLook: 0, settledBefore: 0, leftOpen: [], message: "Done." };
let desk: Desk;
let waiting: OpenItems;
let requests: DecideAllRequest[];

function open(title: string, matchId: string | null = null) {
  return { item: title, collection: "campaigns" as const, verb: "create" as const, title, matchId, outcome: "", evidence: [] };
}

beforeEach(async () => {
  desk = await testDesk();
  requests = [];
  desk.openItems = async () => groups;
  desk.decideAll = async (request) => (requests.push(request), summary);
  waiting = new OpenItems(desk, new Operations(desk));
  await waiting.refresh();
});

test("only the items that were shown are decided", async () => {
  waiting.dialogGroup = waiting.group("found");
  expect(await waiting.decideDialogGroup()).toEqual(summary);
  expect(requests).toEqual([{ operation: expect.any(String), decision: "wasSent", items: [{ item: "C", matchId: "7101" }] }]);
  expect(waiting.dialogGroup).toBeNull();
});

test("a lookup includes the items of all groups", async () => {
  await waiting.lookAgain();
  expect(requests[0]?.items.map(({ item }) => item)).toEqual(["A", "B", "C", "D"]);
  expect([requests[0]?.decision, waiting.total]).toEqual(["lookAgain", 4]);
});

test("a group that needs single decisions decides nothing", async () => {
  waiting.dialogGroup = waiting.group("ambiguous");
  expect(await waiting.decideDialogGroup()).toBeNull();
  expect(requests).toEqual([]);
});

test("one decision runs, reports pauses and can stop", async () => {
  let sendProgress: (progress: SendProgress) => void = () => undefined;
  let end: () => void = () => undefined;
  desk.decideAll = (request, listen) => {
    requests.push(request);
    sendProgress = listen;
    return new Promise((resolve) => (end = () => resolve(summary)));
  };
  const stopped: string[] = [];
  desk.stop = async (operation) => (stopped.push(operation), null);
  const first = waiting.lookAgain();
  expect(await waiting.lookAgain()).toBeNull();
  sendProgress({ kind: "waiting", data: { draft: "", message: "The service asks for a pause." } });
  expect([waiting.operation?.label, waiting.operation?.total]).toEqual(["The service asks for a pause.", null]);
  sendProgress({ kind: "advanced", data: { done: 3, total: 4, draft: "", row: null, state: "needsYou", outcome: "" } });
  expect([waiting.operation?.label, waiting.operation?.done]).toEqual(["Looking again at 4 items", 3]);
  await waiting.stop();
  expect(stopped).toEqual(requests.map(({ operation }) => operation));
  end();
  await first;
  expect(waiting.operation).toBeNull();
});

test("a failed read is kept as a failure", async () => {
  desk.openItems = () => Promise.reject(new CommandFailure({ code: "Storage", message: "The disk is full.", details: null }));
  await waiting.refresh();
  expect(waiting.groups).toMatchObject({ status: "failed", failure: { message: "The disk is full." } });
});
