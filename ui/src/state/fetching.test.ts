import { expect, test } from "vitest";

import type { FetchProgress } from "../bridge/bindings";
import { testDesk } from "../bridge/testDesk";
import { showFetchProgress } from "./fetching.svelte";
import { Operation } from "./operations.svelte";

test("a requested pause is shown until it ends", async () => {
  const operation = new Operation(await testDesk(), "fetch", "Fetching campaigns");
  const shownAfter = (progress: FetchProgress) => {
    showFetchProgress(operation, progress);
    return [operation.statusText, operation.done, operation.total];
  };
  expect(shownAfter({ kind: "started", data: { total: 9 } })).toEqual(["Fetching campaigns", 0, 9]);
  expect(shownAfter({ kind: "waiting", data: { seconds: 5 } })).toEqual([
    "Fetching campaigns: waiting 5 s, because the service is busy",
    0,
    9,
  ]);
  expect(shownAfter({ kind: "advanced", data: { done: 4, total: 9 } })).toEqual(["Fetching campaigns", 4, 9]);
});
