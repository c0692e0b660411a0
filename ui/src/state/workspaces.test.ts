import { expect, test, vi } from "vitest";

import type { SecretsTestResult } from "../bridge/bindings";
import { fakeDesk } from "../bridge/fake";
import { CommandFailure } from "../bridge/failure";
import { actionOf, perform, whyOff } from "./actions";
import { ready } from "./loading";
import { Workbench } from "./workbench.svelte";
import { keyringPatience } from "./workspaceEditing.svelte";
import { openWorkspace, removeWorkspace, saveWorkspace, testWorkspace } from "./workspaceSteps";

async function started() {
  const bench = new Workbench(fakeDesk());
  bench.reload = vi.fn();
  await bench.start();
  return bench;
}

/** What follows a reload. */
async function nextPage({ desk }: Workbench) {
  const bench = new Workbench(desk);
  bench.reload = vi.fn();
  await bench.start();
  return bench;
}

/** Fills in the form of a new workspace. */
async function filledIn(bench: Workbench) {
  await bench.workspaces.edit(null);
  const { editing } = bench.workspaces;
  if (!editing?.form) throw new Error("there is a form");
  Object.assign(editing.form, { name: "Acme live", address: "https://ads.acme.example", loginName: "mara" });
  await editing.changed();
  return editing;
}

const password = { slot: "password", label: "Password" };

test("a new workspace is saved with the password that was typed elsewhere, and opened", async () => {
  const bench = await started();
  const editing = await filledIn(bench);
  const ask = vi.spyOn(bench.desk, "askForSecret");
  await editing.askFor(password);
  expect(ask).toHaveBeenCalledWith({ ...password, name: "Acme live", address: "https://ads.acme.example" });
  await editing.readTyped();
  expect(editing.typed).toEqual(["password"]);
  await saveWorkspace(bench, true);
  expect(bench.reload).toHaveBeenCalledOnce();
  const { name, secrets } = await bench.desk.workspace();
  expect([name, secrets?.state]).toEqual(["Acme live", "found"]);
});

test("a password that could not be kept is held on for the next try, and the settings stay", async () => {
  const bench = await started();
  const editing = await filledIn(bench);
  await editing.askFor(password);
  const keep = vi.spyOn(bench.desk, "keepTypedSecrets");
  keep.mockRejectedValueOnce(new CommandFailure({ code: "Internal", message: "The keyring is locked.", details: null }));
  await saveWorkspace(bench, true);
  expect(editing.failure?.message).toBe("The keyring is locked.");
  expect(bench.reload).not.toHaveBeenCalled();
  expect(editing.isNew).toBe(false);
  await saveWorkspace(bench, true);
  expect(bench.reload).toHaveBeenCalledOnce();
});

test.each([
  ["workspace.lock", ({ workspace }: Workbench) => workspace.value?.readOnly],
  ["practice.pause", ({ workspace }: Workbench) => workspace.value?.connection.state === "paused"],
])("%s offers to take it back", async (action, isSet) => {
  const bench = await started();
  await perform(bench, actionOf(action));
  expect(isSet(bench)).toBe(true);
  await bench.notices.act();
  expect(isSet(bench)).toBe(false);
});

test("changed guards can be taken back", async () => {
  const bench = await started();
  await bench.workspaces.edit(bench.workspace.value?.id ?? null);
  const { editing } = bench.workspaces;
  if (!editing?.form) throw new Error("there is a form");
  const { readOnly, production, confirmAbove } = editing.form;
  Object.assign(editing.form, { readOnly: !readOnly, production: !production, confirmAbove: "7" });
  await saveWorkspace(bench, false);
  expect(bench.workspace.value?.readOnly).toBe(!readOnly);
  await bench.notices.act();
  expect(bench.workspace.value?.readOnly).toBe(readOnly);
  const { form } = await bench.desk.workspaceForm(bench.workspace.value?.id ?? null);
  expect(form).toMatchObject({ readOnly, production, confirmAbove });
});

test.each([
  ["save", (bench: Workbench) => saveWorkspace(bench, false)],
  ["save and open", (bench: Workbench) => saveWorkspace(bench, true)],
  ["save and test", testWorkspace],
])("changed guards can be taken back after %s of another address", async (_, save) => {
  const bench = await started();
  await filledIn(bench);
  await saveWorkspace(bench, true);
  let page = await nextPage(bench);
  expect(page.notices.shown).toEqual([]);
  const id = page.workspace.value?.id ?? null;
  const guards = async () => (({ address, readOnly }) => ({ address, readOnly }))((await page.desk.workspaceForm(id)).form);
  const before = await guards();
  await page.workspaces.edit(id);
  const { editing } = page.workspaces;
  if (!editing?.form) throw new Error("there is a form");
  const after = { address: "https://other.example", readOnly: !before.readOnly };
  Object.assign(editing.form, after);
  await save(page);
  if (vi.mocked(page.reload).mock.calls.length > 0) page = await nextPage(page);
  expect(await guards()).toEqual(after);
  await page.notices.act();
  expect(await guards()).toEqual(before);
  page = await nextPage(page);
  expect(page.notices.shown.map(({ text, action }) => [text, action])).toEqual([["The settings of “Acme live” are as before.", undefined]]);
});

test("what was typed is let go of with the dialog", async () => {
  const bench = await started();
  const editing = await filledIn(bench);
  await editing.askFor(password);
  bench.workspaces.close();
  await vi.waitFor(async () => expect(await bench.desk.typedSecrets()).toEqual([]));
});

test("what is missing is said once it was left, or saving was tried", async () => {
  const bench = await started();
  await bench.workspaces.edit(null);
  const { editing } = bench.workspaces;
  await editing?.changed();
  expect(editing?.problem("name")).toBeNull();
  editing?.leave("name");
  expect(editing?.problem("name")).toBe("Give the workspace a name.");
  expect(editing?.problem("loginName")).toBeNull();
  await saveWorkspace(bench, true);
  expect(editing?.problem("loginName")).toBe("Enter the name that you log in by.");
  expect((await bench.desk.workspaces()).length).toBe(1);
});

test("without a keyring the person chooses where passwords are kept", async () => {
  const bench = await started();
  bench.desk.secretsState = async () => ({ place: "keyring", works: false, message: "There is no keyring.", kept: [], details: null });
  const editing = await filledIn(bench);
  await vi.waitFor(() => expect(editing.keyring?.works).toBe(false));
  await editing.choosePlace("memory");
  expect(editing.keyring).toMatchObject({ place: "memory", works: true });
});

test("while the keyring waits for a person that is said, and memory can be chosen without it", async () => {
  const bench = await started();
  let unlock = (_: SecretsTestResult) => {};
  bench.desk.secretsState = () => new Promise((resolve) => (unlock = resolve));
  const answered: SecretsTestResult = { place: "keyring", works: true, message: "In the keyring.", kept: ["password"], details: null };
  vi.useFakeTimers();
  try {
    const editing = await filledIn(bench);
    vi.advanceTimersByTime(keyringPatience - 1);
    expect(editing.waiting).toBe(false);
    vi.advanceTimersByTime(1);
    expect(editing.waiting).toBe(true);
    await editing.choosePlace("memory");
    expect([editing.waiting, editing.keyring?.place]).toEqual([false, "memory"]);
    unlock(answered);
    await Promise.resolve();
    expect(editing.keyring?.place).toBe("memory");

    const asked = editing.testKeyring();
    vi.advanceTimersByTime(keyringPatience);
    expect([editing.waiting, editing.keepsToItself], "nothing is kept for a new one").toEqual([true, false]);
    editing.edit = editing.edit && { ...editing.edit, id: "workspace-1" };
    expect(editing.keepsToItself).toBe(true);
    unlock(answered);
    await asked;
    expect([editing.waiting, editing.keepsToItself, editing.keyring?.kept]).toEqual([false, false, ["password"]]);
  } finally {
    vi.useRealTimers();
  }
});

test("a workspace that cannot be opened leaves the open one as it is, and says why", async () => {
  const bench = await started();
  bench.desk.openWorkspace = () => Promise.reject(new CommandFailure({ code: "Invalid", message: "It cannot be opened.", details: null }));
  await bench.workspaces.show();
  await openWorkspace(bench, "workspace-1");
  expect(bench.reload).not.toHaveBeenCalled();
  expect(bench.workspaces.refused?.message).toBe("It cannot be opened.");
  expect(bench.workspaces.opening).toBeNull();
});

test("what is typed is saved before another workspace is opened", async () => {
  const bench = await started();
  const settle = vi.spyOn(bench.detail, "settle").mockResolvedValue(false);
  await openWorkspace(bench, "practice");
  expect(bench.reload).not.toHaveBeenCalled();
  expect(bench.workspaces.opening).toBeNull();
  settle.mockImplementation(async () => {
    expect(bench.workspaces.opening).toBe("practice");
    return true;
  });
  await openWorkspace(bench, "practice");
  expect(bench.reload).toHaveBeenCalledOnce();
  expect(bench.workspaces.opening).toBe("practice");
});

test("a workspace is removed after the person saw what is lost", async () => {
  const bench = await started();
  await filledIn(bench);
  await saveWorkspace(bench, false);
  await bench.workspaces.askRemove("workspace-1");
  expect(ready(bench.workspaces.losses)?.lost).toContain("2 drafts that were not sent");
  await removeWorkspace(bench, "afterExport");
  expect(bench.overlay.dialog).toBeNull();
  expect((await bench.desk.workspaces()).map(({ name }) => name)).toEqual(["Practice"]);
});

/** A window with one draft in the review. */
async function reviewing() {
  const bench = await started();
  const target = { kind: "campaign", id: "1072288341" } as const;
  await bench.desk.edit(target, { path: "name", input: { kind: "text", text: "Good" } });
  await bench.go("review");
  return bench;
}

test("nothing is released from a read-only workspace until sending is allowed", async () => {
  const bench = await reviewing();
  const release = actionOf("send.release");
  expect(whyOff(bench, release)).toBeNull();
  await perform(bench, actionOf("workspace.lock"));
  expect(whyOff(bench, release)).toContain("read-only");
  await perform(bench, actionOf("workspace.unlock"));
  expect(whyOff(bench, release)).toBeNull();
});

test("settings that were changed meanwhile hold a send back until the workspace is opened again", async () => {
  const bench = await reviewing();
  bench.desk.review = async () => ({ rows: [...bench.review.rows], sending: null, guard: { stale: "Open it again.", readOnly: null, name: null, above: 0 } });
  await bench.review.load();
  expect(whyOff(bench, actionOf("send.release"))).toBe("Open it again.");
  await perform(bench, actionOf("workspace.reopen"));
  expect(bench.reload).toHaveBeenCalledOnce();
});

test("a large send in production waits for the name, which goes along and is asked for anew", async () => {
  const bench = await reviewing();
  bench.desk.review = async () => ({ rows: [...bench.review.rows], sending: null, guard: { stale: null, readOnly: null, name: "Acme live", above: 0 } });
  const send = vi.spyOn(bench.desk, "send");
  await bench.review.load();
  const release = actionOf("send.release");
  expect(whyOff(bench, release)).toContain("Acme live");
  bench.review.typedName = "acme live";
  expect(whyOff(bench, release)).not.toBeNull();
  bench.review.typedName = " Acme live ";
  await perform(bench, release);
  expect(send.mock.calls[0]?.[0].typedName).toBe(" Acme live ");
  expect(bench.review.typedName).toBe("");
});
