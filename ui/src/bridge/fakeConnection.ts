// The settings and the doctor of the fake desk: one setting of each form, and a service with ads at /ads.

import type {
  DoctorProgress, DoctorReport, DoctorStep, DoctorStepId, PreviousSetting, SettingChange, SettingRow, ConnectionSettings, SettingsChangeResult,
} from "./bindings";
import { CommandFailure } from "./failure";

const titles: Record<DoctorStepId, string> = {
  address: "Address", encryption: "Encryption", login: "Login", campaigns: "List of campaigns", campaign: "One campaign",
  values: "List of retargeting values", ads: "List of ads",
};

export class FakeConnection {
  readonly #values = new Map([["pageSize", "250"], ["trailingSlash", "no"], ["adsPath", ""]]);
  /** Why the workspace's settings cannot be changed, as in Practice. */
  locked: string | null = null;

  settings = async (workspace: string): Promise<ConnectionSettings> => {
    const rows = [
      row("trailingSlash", "Paths end with a slash", "no", this.#values),
      row("adsPath", "Path of ads", "", this.#values),
      row("pageSize", "Page size", "250", this.#values),
    ];
    const changed = rows.filter((one) => one.changed).length;
    const groups = [{ title: "Address and paths", rows: rows.slice(0, 2) }, { title: "Lists and replies", rows: rows.slice(2) }];
    return { workspace, name: "Practice", address: "on this computer", locked: this.locked, pending: changed > 0, changed, groups };
  };

  change = async (workspace: string, changes: SettingChange[]): Promise<SettingsChangeResult> => {
    const wrong = changes.find(({ key, value }) => key === "pageSize" && !/^[1-9]\d*$/.test(value));
    if (wrong) throw new CommandFailure({ code: "Invalid", message: "Enter a whole number from 1 to 10000.", details: null });
    const before = changes.map(({ key }) => ({ key, value: this.#values.get(key) ?? "", mark: null }));
    for (const { key, value } of changes) this.#values.set(key, value);
    return { settings: await this.settings(workspace), message: "The setting is changed.", before };
  };

  restore = async (workspace: string, before: PreviousSetting[]): Promise<ConnectionSettings> => {
    for (const { key, value } of before) this.#values.set(key, value);
    return this.settings(workspace);
  };

  examine = async (_workspace: string, _operation: string, listen: (progress: DoctorProgress) => void): Promise<DoctorReport> => {
    const ids = Object.keys(titles) as DoctorStepId[];
    const step = (id: DoctorStepId, state: DoctorStep["state"]): DoctorStep =>
      ({ id, title: titles[id], state, message: state === "fine" ? "It works." : "", advice: null, tries: [], facts: [] });
    listen({ kind: "started", data: { steps: ids.map((id) => step(id, "waiting")) } });
    for (const id of ids) for (const state of ["running", "fine"] as const) listen({ kind: "step", data: step(id, state) });
    listen({ kind: "finished" });
    const has = this.#values.get("adsPath") === "/ads";
    const change = { key: "adsPath", title: "Path of ads", before: "none", after: "/ads", value: "/ads", sample: null };
    const suggestions = has ? [] : [{ title: "Where the ads are", why: "There are ads at /ads.", changes: [change] }];
    return { name: "Practice", address: "on this computer", message: "The connection works.", steps: ids.map((id) => step(id, "fine")), suggestions, works: true };
  };
}

function row(key: string, title: string, fallback: string, values: Map<string, string>): SettingRow {
  const value = values.get(key) ?? fallback;
  const changed = value !== fallback;
  const choices = [{ value: "no", label: "No" }, { value: "lists", label: "Those of lists" }, { value: "all", label: "Yes, all" }];
  return {
    key, title, help: `${title}, in words.`, value, default: fallback, defaultShown: fallback || "none", source: "our choice", changed,
    mark: changed ? { source: "person", words: "Changed here", at: "2026-01-01T00:00:00Z", why: null } : null,
    input: key === "trailingSlash" ? { kind: "choice", data: { choices } } : { kind: "text", data: { unit: "", placeholder: "" } },
    found: null,
  };
}
