import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import App from "../../App.svelte";
import type { RuleCount } from "../../bridge/bindings";
import { testDesk } from "../../bridge/testDesk";
import { Workbench } from "../../state/workbench.svelte";

let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  workbench = new Workbench(await testDesk());
  render(App, { workbench });
  await workbench.start();
  await workbench.ownRules.open();
});
afterEach(cleanup);

const dialog = () => screen.findByRole("dialog", { name: "Rules of your own" });
const rule = (number: number) => screen.findByRole("listitem", { name: `Rule ${number}` });
const click = async (name: string) => fireEvent.click(within(await dialog()).getByRole("button", { name }));
const box = (role: string, name: string) => screen.findByRole<HTMLInputElement>(role, { name });
const type = async (role: string, name: string, value: string) => fireEvent.input(await box(role, name), { target: { value } });
const select = async (name: string, value: string) => fireEvent.change(await box("combobox", name), { target: { value } });

/** Adds a rule that names begin with a country. */
async function addRule(number: number) {
  await click("Add rule");
  const field = await box("combobox", `Field of rule ${number}`);
  await waitFor(() => expect(document.activeElement).toBe(field));
  await fireEvent.input(field, { target: { value: "name" } });
  await fireEvent.keyDown(field, { key: "Enter" });
  await select(`Requirement of rule ${number}`, "match");
  await type("textbox", `Pattern of rule ${number}`, "^[A-Z]{2} ");
  await type("textbox", `Message of rule ${number}`, "Put the country first.");
  await waitFor(() => expect(workbench.ownRules.text.split('"says": "Put').length).toBe(number + 1));
}

test("a rule is filled in, counted and used", async () => {
  expect(await screen.findByText("No rules of your own")).toBeTruthy();
  await addRule(1);
  await select("Severity of rule 1", "error");
  await waitFor(async () => expect((await rule(1)).textContent).toMatch(/Finds\s+[1-9][\d,]* of [1-9]/u));
  await click("Use these rules");
  await screen.findByText("Adwright now checks campaigns with 1 rule of your own.");
  const { text } = await workbench.desk.ownRules();
  expect(JSON.parse(text).rules).toEqual([
    {
      name: "rule-1",
      kind: "Campaign",
      field: "name",
      must: { match: "^[A-Z]{2} " },
      severity: "error",
      says: "Put the country first.",
    },
  ]);
});

test("typed lines stay while the text is edited", async () => {
  await addRule(1);
  await select("Requirement of rule 1", "beOneOf");
  await type("textbox", "Values of rule 1", "EUR\n\nUSD\n");
  await waitFor(() => expect(workbench.ownRules.text).toContain('["EUR", "USD"]'));
  expect((await box("textbox", "Values of rule 1")).value).toBe("EUR\n\nUSD\n");
});

test("removals keep the focus and are undone", async () => {
  await addRule(1);
  await addRule(2);
  const { text } = workbench.ownRules;
  await click("Remove rule 1");
  await waitFor(() => expect(screen.queryByRole("listitem", { name: "Rule 2" })).toBeNull());
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Remove rule 1"));
  await click("Remove rule 1");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Add rule"));
  await fireEvent.keyDown(document.activeElement ?? document.body, { key: "z", ctrlKey: true });
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Remove rule 1"));
  await click("Undo");
  await rule(2);
  expect(workbench.ownRules.text).toBe(text);
});

test("a refused rule marks what is missing", async () => {
  await click("Add rule");
  const field = await box("combobox", "Field of rule 1");
  expect(field.getAttribute("aria-invalid")).toBeNull();
  await click("Use these rules");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  await waitFor(() => expect(document.activeElement).toBe(field));
  const message = await box("textbox", "Message of rule 1");
  expect(message.getAttribute("aria-invalid")).toBe("true");
  await fireEvent.input(message, { target: { value: "No." } });
  await waitFor(() => expect(message.getAttribute("aria-invalid")).toBeNull());
});

test("a wrong value is marked at once", async () => {
  await addRule(1);
  const pattern = await box("textbox", "Pattern of rule 1");
  await fireEvent.input(pattern, { target: { value: "(" } });
  await waitFor(() => expect(pattern.getAttribute("aria-invalid")).toBe("true"));
  expect(document.getElementById(pattern.getAttribute("aria-describedby") ?? "")?.textContent).not.toBe("");
});

test("broken JSON leads to the text", async () => {
  await workbench.ownRules.show("form", "{\n  broken");
  await screen.findByText(/^Line 2, column 3/u);
  await click("Go to JSON");
  await waitFor(async () => expect(document.activeElement).toBe(await box("textbox", "Rules, as JSON")));
});

test("parts that only JSON shows stay in it", async () => {
  const must = '{"match": "a", "notMatch": "b"}';
  const text = `{"rules":[{"name":"x","field":"name","where":{"notes":{"beFilled":true}},"must":${must},"severity":"note","says":"No."}]}`;
  await workbench.ownRules.show("form", text);
  const shown = (await rule(1)).textContent ?? "";
  expect(shown).toMatch(/Requirement: edited as JSON/u);
  expect(shown).toMatch(/conditions are edited as JSON/u);
  await type("textbox", "Message of rule 1", "Yes.");
  await waitFor(() => expect(workbench.ownRules.text).toBe(text.replace("No.", "Yes.")));
});

describe("counts that take time", () => {
  let counting: ((counts: RuleCount[]) => void)[];

  beforeEach(async () => {
    counting = [];
    workbench.desk.countRules = () => new Promise((resolve) => counting.push(resolve));
    await addRule(1);
    await waitFor(() => expect(counting.length).toBeGreaterThan(0));
  });

  test("an older count never replaces a newer one", async () => {
    const before = counting.length;
    await type("textbox", "Pattern of rule 1", "^DE ");
    await waitFor(() => expect(counting.length).toBe(before + 1));
    counting[before]?.([{ found: 2, total: 9 }]);
    await waitFor(async () => expect((await rule(1)).textContent).toMatch(/2\s+of 9/u));
    counting[before - 1]?.([{ found: 5, total: 9 }]);
    await Promise.resolve();
    expect((await rule(1)).textContent).toMatch(/2\s+of 9/u);
  });

  test("a change is counted although a count ends meanwhile", async () => {
    const before = counting.length;
    const change = workbench.ownRules.put(0, { requirement: { kind: "match", value: "^DE " } });
    counting[before - 1]?.([{ found: 5, total: 9 }]);
    await change;
    await waitFor(() => expect(counting.length).toBe(before + 1));
  });
});
