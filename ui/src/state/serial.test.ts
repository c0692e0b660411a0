import { expect, test } from "vitest";

import { SerialQueue, Coalescer } from "./serial";

test("jobs in a line run in order, also after one that failed", async () => {
  const line = new SerialQueue();
  const ran: string[] = [];
  const job = (name: string) => async () => {
    await Promise.resolve();
    ran.push(name);
    if (name === "second") throw new Error("no");
  };
  const all = ["first", "second", "third"].map((name) => line.add(job(name)));
  const outcomes = await Promise.allSettled(all);
  expect(ran).toEqual(["first", "second", "third"]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("requests during a run make one more run, not one each", async () => {
  let runs = 0;
  const repeat = new Coalescer(async () => {
    runs += 1;
    await Promise.resolve();
  });
  await Promise.all([repeat.run(), repeat.run(), repeat.run()]);
  expect(runs).toBe(2);
});

test("a request in the very moment in which a run ends is not lost", async () => {
  let runs = 0;
  const repeat: Coalescer = new Coalescer(async () => {
    runs += 1;
  });
  void repeat.run();
  await Promise.resolve();
  await repeat.run();
  expect(runs).toBe(2);
});
