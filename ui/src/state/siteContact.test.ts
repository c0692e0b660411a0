import { beforeEach, describe, expect, test } from "vitest";

import type { ContactQuestionView } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { holdReplies, testDesk } from "../bridge/testDesk";
import { SiteContactState } from "./siteContact.svelte";

const campaign = "1072288341";
let desk: Desk;
let contact: SiteContactState;

beforeEach(async () => {
  desk = await testDesk();
  contact = new SiteContactState(desk);
});

const by = (id: string, fromAdvertiser = true): ContactQuestionView => ({ campaign, id, fromAdvertiser });
const title = () => contact.value?.current?.contact?.title;

describe("asking", () => {
  test("begins empty, then with the last id", async () => {
    await contact.open(campaign);
    expect(contact.question).toEqual(by(""));
    await contact.ask(by("7101"));
    expect(title()).toBe("Ilse Brandvold");
    const again = new SiteContactState(desk);
    await again.open(campaign);
    expect(again.question).toEqual(by("7101"));
  });

  test("typed text stays with its campaign", async () => {
    await contact.open(campaign);
    contact.id = "9";
    await contact.open(campaign);
    expect(contact.id).toBe("9");
    await contact.open("1072288340");
    expect(contact.id).toBe("");
  });

  test("nothing found is an answer", async () => {
    await contact.open(campaign);
    expect(await contact.ask(by("7101", false))).toBe(true);
    expect(contact.value?.current).toMatchObject({ question: by("7101", false), contact: null });
    expect(contact.failed).toBeNull();
  });

  test("a stopped question leaves the earlier answer", async () => {
    await contact.open(campaign);
    const release = holdReplies(desk, "askSiteContact");
    const asking = contact.ask(by("7101"));
    expect(contact.asking).toEqual(by("7101"));
    await contact.stop();
    expect(contact.asking).toBeNull();
    release();
    expect(await asking).toBe(false);
    expect(title()).toBeUndefined();
  });

  test("a late answer is kept for its campaign", async () => {
    await contact.open(campaign);
    const release = holdReplies(desk, "askSiteContact");
    const asking = contact.ask(by("7101"));
    await contact.open("1072288340");
    release();
    expect(await asking).toBe(false);
    expect(title()).toBeUndefined();
    await contact.open(campaign);
    expect(title()).toBe("Ilse Brandvold");
  });
});

describe("without an answer", () => {
  test("the earlier answer is shown beside the failure", async () => {
    await contact.open(campaign);
    await contact.ask(by("7101"));
    await contact.ask(by("7104"));
    desk.askSiteContact = () => Promise.reject(new CommandFailure({ code: "Offline", message: "Unreachable.", details: null }));
    expect(await contact.ask(by("7101"))).toBe(false);
    expect(contact.failed).toMatchObject({ question: by("7101"), failure: { code: "Offline" } });
    expect(title()).toBe("Ilse Brandvold");
    await contact.showAnswer(by("7104"));
    expect(contact.failed).toBeNull();
  });

  test("an invalid id changes nothing", async () => {
    await contact.open(campaign);
    await contact.ask(by("7101"));
    await contact.ask(by("press"));
    expect(contact.failed?.failure.code).toBe("Invalid");
    expect(contact.id).toBe("press");
    expect(title()).toBe("Ilse Brandvold");
  });
});

test("only the forgotten answer disappears", async () => {
  await contact.open(campaign);
  await contact.ask(by("7101"));
  await contact.ask(by("7104"));
  await contact.forget(by("7101"));
  expect(contact.value?.answers.map(({ question }) => question.id)).toEqual(["7104"]);
  expect(title()).toBe("Piet van Hoorik");
});
