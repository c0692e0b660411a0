import { beforeEach, expect, test } from "vitest";

import type { Desk } from "../bridge/desk";
import { newPage, testDesk } from "../bridge/testDesk";
import type { DoctorStepId } from "../bridge/bindings";
import { Workbench } from "./workbench.svelte";

let desk: Desk;
let workbench: Workbench;

beforeEach(async () => {
  desk = await testDesk();
  const { form } = await desk.workspaceForm(null);
  const { id } = await desk.saveWorkspace(null, { ...form, name: "Acme", address: "https://ads.example", login: "none" });
  await desk.openWorkspace(id);
  await newPage();
  workbench = new Workbench(desk);
  await workbench.workspace.refresh();
  await workbench.go("connection");
});

const row = (key: string) => {
  const found = workbench.connection.value?.groups.flatMap(({ rows }) => rows).find((one) => one.key === key);
  if (!found) throw new Error(`no setting ${key}`);
  return found;
};

test("a saved setting can be undone from its notice", async () => {
  expect(await workbench.connection.set(row("pageSize"), "100")).toBe(true);
  expect(row("pageSize").value).toBe("100");
  expect(workbench.connection.value?.pending).toBe(true);
  await workbench.notices.act();
  expect(row("pageSize").value).toBe("250");
});

test("an invalid setting stays in its field with why", async () => {
  expect(await workbench.connection.set(row("pageSize"), "many")).toBe(false);
  expect(workbench.connection.refused["pageSize"]).toEqual({ text: "many", why: "Enter a whole number from 1 to 10000." });
  expect(row("pageSize").value).toBe("250");
  expect(workbench.notices.shown).toHaveLength(0);
  await workbench.connection.set(row("pageSize"), "250");
  expect(workbench.connection.refused).toEqual({});
});

test("settings are searched and filtered to changed ones", async () => {
  workbench.connection.search = "page";
  expect(workbench.connection.shown.map(({ title }) => title)).toEqual(["Lists and replies"]);
  workbench.connection.onlyChanged = true;
  expect(workbench.connection.shown).toEqual([]);
  await workbench.connection.set(row("pageSize"), "7");
  expect(workbench.connection.shown[0]?.rows[0]?.key).toBe("pageSize");
});

test("the doctor lists steps and undoable suggestions", async () => {
  const titles: Record<DoctorStepId, string> = {
    address: "Address",
    encryption: "Encryption",
    login: "Login",
    campaigns: "Campaigns",
    campaign: "Campaign",
    values: "Values",
    ads: "Ads",
  };
  const steps = Object.entries(titles).map(([id, title]) => ({
    id: id as DoctorStepId,
    title,
    state: "fine" as const,
    message: "",
    advice: null,
    tries: [],
    facts: [],
  }));
  const change = { key: "adsPath", title: "Path of ads", before: "none", after: "/ads", value: "/ads", sample: null };
  desk.examine = async (_workspace, _operation, listen) => {
    listen({ kind: "started", data: { steps } });
    listen({ kind: "finished" });
    const suggestions =
      row("adsPath").value === "/ads" ? [] : [{ title: "Set the path of ads", why: "The service has ads at /ads.", changes: [change] }];
    return { name: "Acme", address: "", message: "", steps, suggestions, works: true };
  };
  await workbench.connection.examine();
  const { connection } = workbench;
  expect(connection.steps.map(({ state }) => state)).toEqual(Array(7).fill("fine"));
  expect(connection.running).toBeNull();
  await connection.accept(connection.suggestions);
  expect([row("adsPath").value, connection.suggestions.length]).toEqual(["/ads", 0]);
  await workbench.notices.act();
  expect([row("adsPath").value, connection.suggestions.length]).toEqual(["", 1]);
});
