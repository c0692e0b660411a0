import { expect, test, vi } from "vitest";

import type { SecretsTestResult } from "../bridge/bindings";
import { newPage, testDesk, typeSecret } from "../bridge/testDesk";
import { CommandFailure } from "../bridge/failure";
import { actionOf, perform, whyUnavailable } from "./actions";
import { ready } from "./loading";
import { Workbench } from "./workbench.svelte";
import { keyringTimeoutMs } from "./workspaceEditing.svelte";
import { openWorkspace, removeWorkspace, saveAndOpenWorkspace, saveWorkspace, testWorkspace } from "./workspaceSteps";

async function started() {
  const workbench = new Workbench(await testDesk());
  workbench.reload = vi.fn();
  await workbench.start();
  return workbench;
}

/** Returns the workbench of the page after a reload. */
async function nextPage({ desk }: Workbench) {
  await newPage();
  // Nothing answers at the address of the workspace.
  desk.fetch = async () => ({ fetched: 0, complete: true, message: "", reply: null });
  const workbench = new Workbench(desk);
  workbench.reload = vi.fn();
  await workbench.start();
  return workbench;
}

/** Fills in the form of a new workspace. */
async function filledIn(workbench: Workbench) {
  await workbench.workspaces.edit(null);
  const { editing } = workbench.workspaces;
  if (!editing?.form) throw new Error("there is a form");
  Object.assign(editing.form, { name: "Acme live", address: "https://ads.acme.example", loginName: "mara" });
  await editing.changed();
  return editing;
}

const password = { slot: "password", label: "Password" };

test("a new workspace opens with its separate password", async () => {
  const workbench = await started();
  const editing = await filledIn(workbench);
  const askForSecret = vi.spyOn(workbench.desk, "askForSecret");
  await editing.askFor(password);
  expect(askForSecret).toHaveBeenCalledWith({ ...password, name: "Acme live", address: "https://ads.acme.example" });
  await typeSecret("secret");
  await editing.readTyped();
  expect(editing.typed).toEqual(["password"]);
  await saveAndOpenWorkspace(workbench);
  expect(workbench.reload).toHaveBeenCalledOnce();
  await newPage();
  const { id, name } = await workbench.desk.workspace();
  const { storedSlots: kept } = await workbench.desk.testSecretStorage(id);
  expect([name, kept]).toEqual(["Acme live", ["password"]]);
});

test("a password survives a failed keyring save", async () => {
  const workbench = await started();
  const editing = await filledIn(workbench);
  await editing.askFor(password);
  await typeSecret("secret");
  const keepTyped = vi.spyOn(workbench.desk, "keepTypedSecrets");
  keepTyped.mockRejectedValueOnce(new CommandFailure({ code: "Internal", message: "The keyring is locked.", details: null }));
  await saveAndOpenWorkspace(workbench);
  expect(editing.failure?.message).toBe("The keyring is locked.");
  expect(workbench.reload).not.toHaveBeenCalled();
  expect(editing.isNew).toBe(false);
  await saveAndOpenWorkspace(workbench);
  expect(workbench.reload).toHaveBeenCalledOnce();
});

test.each([
  ["workspace.lock", ({ workspace }: Workbench) => workspace.value?.readOnly],
  ["practice.pause", ({ workspace }: Workbench) => workspace.value?.connection.state === "paused"],
])("%s offers to take it back", async (action, isSet) => {
  const workbench = await started();
  await perform(workbench, actionOf(action));
  expect(isSet(workbench)).toBe(true);
  await workbench.notices.act();
  expect(isSet(workbench)).toBe(false);
});

test("changed guards can be undone", async () => {
  const workbench = await started();
  await workbench.workspaces.edit(workbench.workspace.value?.id ?? null);
  const { editing } = workbench.workspaces;
  if (!editing?.form) throw new Error("there is a form");
  const { readOnly, production, confirmAbove } = editing.form;
  Object.assign(editing.form, { readOnly: !readOnly, production: !production, confirmAbove: "7" });
  await saveWorkspace(workbench);
  expect(workbench.workspace.value?.readOnly).toBe(!readOnly);
  await workbench.notices.act();
  expect(workbench.workspace.value?.readOnly).toBe(readOnly);
  const { form } = await workbench.desk.workspaceForm(workbench.workspace.value?.id ?? null);
  expect(form).toMatchObject({ readOnly, production, confirmAbove });
});

test.each([
  ["save", saveWorkspace],
  ["save and open", saveAndOpenWorkspace],
  ["save and test", testWorkspace],
])("changed guards can be taken back after %s of another address", async (_, save) => {
  const workbench = await started();
  await filledIn(workbench);
  await saveAndOpenWorkspace(workbench);
  let page = await nextPage(workbench);
  expect(page.notices.shown).toEqual([]);
  const id = page.workspace.value?.id ?? null;
  const guards = async () => (({ address, readOnly }) => ({ address, readOnly }))((await page.desk.workspaceForm(id)).form);
  const before = await guards();
  await page.workspaces.edit(id);
  const { editing } = page.workspaces;
  if (!editing?.form) throw new Error("there is a form");
  const after = { address: "https://other.example/", readOnly: !before.readOnly };
  Object.assign(editing.form, after);
  await save(page);
  if (vi.mocked(page.reload).mock.calls.length > 0) page = await nextPage(page);
  expect(await guards()).toEqual(after);
  const loaded = vi.mocked(page.reload).mock.calls.length;
  await page.notices.act();
  expect(await guards()).toEqual(before);
  if (vi.mocked(page.reload).mock.calls.length > loaded) page = await nextPage(page);
  expect(page.notices.shown.map(({ text, action }) => [text, action])).toEqual([["The settings of “Acme live” were restored.", undefined]]);
});

test("typed text is cleared with the dialog", async () => {
  const workbench = await started();
  const editing = await filledIn(workbench);
  await editing.askFor(password);
  await typeSecret("secret");
  workbench.workspaces.close();
  await vi.waitFor(async () => expect(await workbench.desk.typedSecrets()).toEqual([]));
});

test("missing fields are reported on blur or save", async () => {
  const workbench = await started();
  await workbench.workspaces.edit(null);
  const { editing } = workbench.workspaces;
  await editing?.changed();
  expect(editing?.problem("name")).toBeNull();
  editing?.touch("name");
  expect(editing?.problem("name")).toBe("Give the workspace a name.");
  expect(editing?.problem("loginName")).toBeNull();
  await saveAndOpenWorkspace(workbench);
  expect(editing?.problem("loginName")).toBe("Enter the name that you log in with.");
  expect((await workbench.desk.workspaces()).length).toBe(1);
});

const inMemory: SecretsTestResult = { storage: "memory", works: true, message: "In memory.", storedSlots: [], details: null };

test("without a keyring the person chooses password storage", async () => {
  const workbench = await started();
  workbench.desk.testSecretStorage = async () => ({
    storage: "keyring",
    works: false,
    message: "There is no keyring.",
    storedSlots: [],
    details: null,
  });
  const editing = await filledIn(workbench);
  await vi.waitFor(() => expect(editing.keyring?.works).toBe(false));
  workbench.desk.chooseSecretStorage = async () => inMemory;
  await editing.chooseStorage("memory");
  expect(editing.keyring).toMatchObject({ storage: "memory", works: true });
});

test("a waiting keyring says so and offers memory", async () => {
  const workbench = await started();
  let unlock = (_: SecretsTestResult) => {};
  workbench.desk.testSecretStorage = () => new Promise((resolve) => (unlock = resolve));
  const answered: SecretsTestResult = {
    storage: "keyring",
    works: true,
    message: "In the keyring.",
    storedSlots: ["password"],
    details: null,
  };
  vi.useFakeTimers();
  try {
    const editing = await filledIn(workbench);
    vi.advanceTimersByTime(keyringTimeoutMs - 1);
    expect(editing.waiting).toBe(false);
    vi.advanceTimersByTime(1);
    expect(editing.waiting).toBe(true);
    workbench.desk.chooseSecretStorage = async () => inMemory;
    await editing.chooseStorage("memory");
    expect([editing.waiting, editing.keyring?.storage]).toEqual([false, "memory"]);
    unlock(answered);
    await Promise.resolve();
    expect(editing.keyring?.storage).toBe("memory");

    const retested = editing.testKeyring();
    vi.advanceTimersByTime(keyringTimeoutMs);
    expect([editing.waiting, editing.hasUnknownSecrets], "nothing is kept for a new one").toEqual([true, false]);
    editing.edit = editing.edit && { ...editing.edit, id: "workspace-1" };
    expect(editing.hasUnknownSecrets).toBe(true);
    unlock(answered);
    await retested;
    expect([editing.waiting, editing.hasUnknownSecrets, editing.keyring?.storedSlots]).toEqual([false, false, ["password"]]);
  } finally {
    vi.useRealTimers();
  }
});

test("an unopenable workspace leaves the current one open", async () => {
  const workbench = await started();
  workbench.desk.openWorkspace = () =>
    Promise.reject(new CommandFailure({ code: "Invalid", message: "It cannot be opened.", details: null }));
  await workbench.workspaces.show();
  await openWorkspace(workbench, "workspace-1");
  expect(workbench.reload).not.toHaveBeenCalled();
  expect(workbench.workspaces.refused?.message).toBe("It cannot be opened.");
  expect(workbench.workspaces.opening).toBeNull();
});

test("typed text is saved before switching workspaces", async () => {
  const workbench = await started();
  const practice = workbench.workspace.value?.id ?? "";
  const settle = vi.spyOn(workbench.detail, "settle").mockResolvedValue(false);
  await openWorkspace(workbench, practice);
  expect(workbench.reload).not.toHaveBeenCalled();
  expect(workbench.workspaces.opening).toBeNull();
  settle.mockImplementation(async () => {
    expect(workbench.workspaces.opening).toBe(practice);
    return true;
  });
  await openWorkspace(workbench, practice);
  expect(workbench.reload).toHaveBeenCalledOnce();
  expect(workbench.workspaces.opening).toBe(practice);
});

test("removal happens after the losses are shown", async () => {
  const workbench = await started();
  await filledIn(workbench);
  await saveWorkspace(workbench);
  const saved = (await workbench.desk.workspaces()).find(({ name }) => name === "Acme live");
  await workbench.workspaces.askRemove(saved?.id ?? "");
  expect(ready(workbench.workspaces.losses)).toMatchObject({ name: "Acme live", blocked: null });
  await removeWorkspace(workbench, "afterExport");
  expect(workbench.overlay.dialog).toBeNull();
  expect((await workbench.desk.workspaces()).map(({ name }) => name)).toEqual(["Practice"]);
});

/** Returns a workbench with one draft in the review. */
async function reviewing() {
  const workbench = await started();
  const target = { kind: "campaign", id: "1072288341" } as const;
  await workbench.desk.edit(target, { path: "name", input: { kind: "text", text: "Good" } });
  await workbench.go("review");
  return workbench;
}

test("a read-only workspace sends nothing until allowed", async () => {
  const workbench = await reviewing();
  const release = actionOf("send.release");
  expect(whyUnavailable(workbench, release)).toBeNull();
  await perform(workbench, actionOf("workspace.lock"));
  expect(whyUnavailable(workbench, release)).toContain("read-only");
  await perform(workbench, actionOf("workspace.unlock"));
  expect(whyUnavailable(workbench, release)).toBeNull();
});

test("changed settings block sending until the workspace reopens", async () => {
  const workbench = await reviewing();
  workbench.desk.review = async () => ({
    rows: [...workbench.review.rows],
    sending: null,
    guard: { stale: "Open it again.", readOnly: null, name: null, above: 0 },
  });
  await workbench.review.load();
  expect(whyUnavailable(workbench, actionOf("send.release"))).toBe("Open it again.");
  await perform(workbench, actionOf("workspace.reopen"));
  expect(workbench.reload).toHaveBeenCalledOnce();
});

test("a large production send asks for the name", async () => {
  const workbench = await reviewing();
  workbench.desk.review = async () => ({
    rows: [...workbench.review.rows],
    sending: null,
    guard: { stale: null, readOnly: null, name: "Acme live", above: 0 },
  });
  const send = vi.spyOn(workbench.desk, "send");
  await workbench.review.load();
  const release = actionOf("send.release");
  expect(whyUnavailable(workbench, release)).toContain("Acme live");
  workbench.review.typedName = "acme live";
  expect(whyUnavailable(workbench, release)).not.toBeNull();
  workbench.review.typedName = " Acme live ";
  await perform(workbench, release);
  expect(send.mock.calls[0]?.[0].typedName).toBe(" Acme live ");
  expect(workbench.review.typedName).toBe("");
});
