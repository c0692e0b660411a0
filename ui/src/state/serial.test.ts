import { expect, test } from "vitest";

import { SerialQueue, Coalescer } from "./serial";

test("queued jobs run in order after a failure", async () => {
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

test("requests during a run cause one more run", async () => {
  let runs = 0;
  const repeat = new Coalescer(async () => {
    runs += 1;
    await Promise.resolve();
  });
  await Promise.all([repeat.run(), repeat.run(), repeat.run()]);
  expect(runs).toBe(2);
});

test("a request at a run's end is kept", async () => {
  let runs = 0;
  const repeat: Coalescer = new Coalescer(async () => {
    runs += 1;
  });
  void repeat.run();
  await Promise.resolve();
  await repeat.run();
  expect(runs).toBe(2);
});
