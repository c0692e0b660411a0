import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { EditRequest } from "../bridge/bindings";
import { CommandFailure } from "../bridge/failure";
import { Edits, retryDelayMs, sourceDelayMs, wholeText } from "./edits.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A document whose saves finish when the test decides. */
function setUp(document: Record<string, string> = {}) {
  const sent: { edit: EditRequest; answer: () => Promise<void>; refuse: () => Promise<void> }[] = [];
  const save = (edit: EditRequest) =>
    new Promise<void>((resolve, reject) => {
      const answer = async () => {
        if (edit.input.kind === "text") document[edit.path] = edit.input.text;
        resolve();
        await vi.advanceTimersByTimeAsync(0);
      };
      const refuse = async () => {
        reject(new CommandFailure({ code: "Storage", message: "The disk is full.", details: null }));
        await vi.advanceTimersByTimeAsync(0);
      };
      sent.push({ edit, answer, refuse });
    });
  const delivered: string[] = [];
  const deliver = ({ path, input }: EditRequest) => void delivered.push(`${path}=${input.kind === "text" ? input.text : input.kind}`);
  const edits = new Edits(save, deliver, (path) => document[path] ?? "");
  const texts = () => sent.map(({ edit: { path, input } }) => `${path}=${input.kind === "text" ? input.text : input.kind}`);
  return { edits, sent, texts, document, delivered };
}

describe("a key", () => {
  test("a key in a field is sent at once", () => {
    const { edits, texts } = setUp();
    edits.type("name", "a");
    expect(texts()).toEqual(["name=a"]);
  });

  test("keys during a request are sent together", async () => {
    const { edits, sent, texts } = setUp();
    for (const text of ["a", "ab", "abc", "abcd"]) edits.type("name", text);
    await sent[0]?.answer();
    expect(texts()).toEqual(["name=a", "name=abcd"]);
  });

  test("the first key in the source starts the timer", async () => {
    const { edits, texts } = setUp();
    for (const text of ["a", "ab", "abc", "abcd", "abcde"]) {
      edits.type(wholeText, text);
      await vi.advanceTimersByTimeAsync(60);
    }
    expect(texts()).toEqual([`${wholeText}=abcde`]);
    expect(sourceDelayMs).toBeLessThanOrEqual(250);
  });

  test("leaving the source sends at once", () => {
    const { edits, texts } = setUp();
    edits.enter(wholeText);
    edits.type(wholeText, "a");
    edits.leave(wholeText);
    expect(texts()).toEqual([`${wholeText}=a`]);
  });

  test("text that the document has already is not sent", async () => {
    const { edits, texts } = setUp({ name: "a" });
    edits.type("name", "a");
    await edits.flush();
    expect(texts()).toEqual([]);
    expect(edits.saving).toBe(false);
  });
});

describe("while an edit is on its way", () => {
  test("newer typing stays and is sent next", async () => {
    const { edits, sent, texts, document } = setUp();
    edits.enter("name");
    edits.type("name", "a");
    void edits.flush();
    edits.type("name", "ab");
    await sent[0]?.answer();
    expect(edits.at("name")?.text).toBe("ab");
    expect(texts()).toEqual(["name=a", "name=ab"]);
    await sent[1]?.answer();
    expect(document["name"]).toBe("ab");
    expect(edits.saving).toBe(false);
  });

  test("only one request runs, across all fields", async () => {
    const { edits, sent, texts } = setUp();
    edits.type("name", "a");
    edits.type("notes", "b");
    void edits.flush();
    expect(texts()).toEqual(["name=a"]);
    await sent[0]?.answer();
    expect(texts()).toEqual(["name=a", "notes=b"]);
  });

  test("it counts as saving until the answer has come", async () => {
    const { edits, sent } = setUp();
    edits.type("name", "a");
    expect(edits.saving).toBe(true);
    void edits.flush();
    expect(edits.saving).toBe(true);
    await sent[0]?.answer();
    expect(edits.saving).toBe(false);
  });

  test("typing the old value back is still sent", async () => {
    const { edits, sent, texts } = setUp({ name: "old" });
    edits.type("name", "new");
    void edits.flush();
    edits.type("name", "old");
    await sent[0]?.answer();
    expect(texts()).toEqual(["name=new", "name=old"]);
  });

  test("flush waits for later typing", async () => {
    const { edits, sent } = setUp();
    edits.type("name", "a");
    let done = false;
    void edits.flush().then(() => (done = true));
    edits.type("name", "ab");
    await sent[0]?.answer();
    expect(done).toBe(false);
    await sent[1]?.answer();
    expect(done).toBe(true);
  });
});

describe("after the answer", () => {
  test("a focused field keeps its own text", async () => {
    const { edits, sent } = setUp();
    edits.enter("start");
    edits.type("start", "2026-1-2");
    void edits.flush();
    await sent[0]?.answer();
    expect(edits.at("start")).toMatchObject({ text: "2026-1-2", state: "saved" });
    edits.leave("start");
    expect(edits.at("start")).toBeUndefined();
  });

  test("undo shows the document, not over unsaved text", async () => {
    const { edits, sent } = setUp();
    edits.enter("name");
    edits.type("name", "a");
    void edits.flush();
    await sent[0]?.answer();
    edits.type("notes", "b");
    edits.forgetSaved();
    expect(edits.at("name")).toBeUndefined();
    expect(edits.at("notes")?.text).toBe("b");
  });
});

describe("a failure", () => {
  test("a failing field does not stop other fields", async () => {
    const { edits, sent, texts } = setUp();
    edits.type("name", "a");
    edits.type("notes", "b");
    void edits.flush();
    await sent[0]?.refuse();
    expect(edits.at("name")).toMatchObject({ text: "a", state: "failed", failure: { message: "The disk is full." } });
    expect(edits.failed.map(([path]) => path)).toEqual(["name"]);
    expect(texts()).toEqual(["name=a", "notes=b"]);
  });

  test("is tried again when asked", async () => {
    const { edits, sent, document } = setUp();
    edits.type("name", "a");
    void edits.flush();
    await sent[0]?.refuse();
    void edits.retry();
    await sent[1]?.answer();
    expect(document["name"]).toBe("a");
    expect(edits.failed).toEqual([]);
  });

  test("does not touch newer typing", async () => {
    const { edits, sent, texts } = setUp();
    edits.enter("name");
    edits.type("name", "a");
    void edits.flush();
    edits.type("name", "ab");
    await sent[0]?.refuse();
    expect(edits.failed).toEqual([]);
    expect(texts()).toEqual(["name=a", "name=ab"]);
  });
});

describe("when the disk fails", () => {
  test("a failed save retries and keeps its text", async () => {
    const { edits, sent, texts } = setUp();
    edits.type("name", "a");
    await sent[0]?.refuse();
    expect(edits.at("name")).toMatchObject({ text: "a", state: "failed" });
    await vi.advanceTimersByTimeAsync(retryDelayMs);
    await sent[1]?.refuse();
    await vi.advanceTimersByTimeAsync(retryDelayMs);
    await sent[2]?.answer();
    expect(texts()).toEqual(["name=a", "name=a", "name=a"]);
    expect(edits.failed).toEqual([]);
  });

  test("another campaign's failed edit is not retried", async () => {
    const { edits, sent, texts } = setUp();
    edits.type("name", "a");
    await sent[0]?.refuse();
    edits.forgetAll();
    await vi.advanceTimersByTimeAsync(retryDelayMs);
    expect(texts()).toEqual(["name=a"]);
  });
});

describe("when the page goes away", () => {
  test("all pending and failed edits are handed over", async () => {
    const { edits, sent, delivered } = setUp({ brand: "same" });
    edits.type("broken", "x");
    await sent[0]?.refuse();
    edits.type("name", "a");
    void edits.flush();
    edits.type("notes", "b");
    edits.type("name", "ab");
    edits.type("brand", "same");
    edits.handOver();
    expect(delivered).toEqual(["broken=x", "name=ab", "notes=b"]);
  });
});
