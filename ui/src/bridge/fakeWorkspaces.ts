// The workspaces of the fake desk. They only differ in their settings and share the campaigns.

import type {
  FormValidation, RemovalMode, RemovalResult, SecretRequest, SecretStorageView, SecretsTestResult, SendGuard, WorkspaceView, WorkspaceEdit, WorkspaceForm, RemovalPreview, WorkspaceRow, SavedWorkspace, ExportedFile,
} from "./bindings";
import { CommandFailure } from "./failure";

interface Kept {
  id: string;
  form: WorkspaceForm;
  secrets: Set<string>;
}

type LayoutView = Pick<WorkspaceView, "id" | "name" | "colour" | "place" | "practice" | "readOnly" | "production" | "secrets">;

const practice: WorkspaceForm = {
  name: "Practice", colour: "green", address: "practice:", plainHttp: false, login: "none", loginName: "", headers: "", plainHeaders: "",
  readOnly: false, production: false, confirmAbove: "10",
};

export class FakeWorkspaces {
  readonly #all: Kept[] = [{ id: "practice", form: practice, secrets: new Set() }];
  #open = "practice";
  #minted = 0;
  readonly #typed = new Set<string>();
  #place: SecretStorageView = "keyring";
  /** Whether the keyring works. A test may set it to false. */
  keyring = true;

  get open(): LayoutView {
    const { id, form, secrets } = this.#get(this.#open);
    const { name, colour, readOnly, production } = form;
    const needs = form.login === "session";
    const isKept = secrets.size > 0;
    const standing = { place: this.#place, state: isKept ? "found" : "missing", message: isKept ? "Passwords are kept." : "No password is kept." } as const;
    return { id, name, colour, readOnly, production, place: placeOf(form), practice: id === "practice", secrets: needs ? standing : null };
  }

  get guard(): SendGuard {
    const { name, readOnly, production, confirmAbove } = this.#get(this.#open).form;
    return { stale: null, readOnly: readOnly ? `“${name}” is read-only.` : null, name: production ? name : null, above: Number(confirmAbove) };
  }

  list = async (): Promise<WorkspaceRow[]> =>
    this.#all.map(({ id, form }) => {
      const { name, colour, readOnly, production } = form;
      return { id, name, colour, readOnly, production, place: placeOf(form), practice: id === "practice", open: id === this.#open };
    });

  switchTo = async (id: string): Promise<null> => {
    this.#open = this.#get(id).id;
    return null;
  };

  form = async (id: string | null): Promise<WorkspaceEdit> => {
    if (id === null) return { id, practice: false, form: { ...practice, name: "", colour: "blue", address: "https://", login: "session" } };
    const { form } = this.#get(id);
    return { id, practice: id === "practice", form: { ...form } };
  };

  judge = async (id: string | null, form: WorkspaceForm): Promise<FormValidation> => {
    const problems: FormValidation["problems"] = [];
    const isPractice = id === "practice";
    const taken = this.#all.some((other) => other.id !== id && other.form.name === form.name);
    if (form.name.trim() === "") problems.push({ field: "name", message: "Give the workspace a name." });
    if (taken) problems.push({ field: "name", message: `There is a workspace “${form.name}” already.` });
    if (!isPractice && !/^https?:..+/.test(form.address)) problems.push({ field: "address", message: "Enter the service’s web address." });
    if (form.login === "session" && form.loginName === "") problems.push({ field: "loginName", message: "Enter the name that you log in by." });
    const slots = form.login === "session" && !isPractice ? [{ slot: "password", label: "Password" }] : [];
    return { problems, plainHttp: form.address.startsWith("http:") ? "This address is not encrypted." : null, note: null, slots };
  };

  save = async (id: string | null, form: WorkspaceForm): Promise<SavedWorkspace> => {
    const { problems } = await this.judge(id, form);
    if (problems[0]) throw refusal(problems[0].message);
    const kept = id === null ? this.#add(form) : this.#get(id);
    const reopen = kept.id === this.#open && kept.form.address !== form.address;
    kept.form = { ...form };
    return { id: kept.id, name: form.name, reopen, note: null };
  };

  duplicate = async (id: string): Promise<SavedWorkspace> => {
    const { form } = this.#get(id);
    return { id: this.#add({ ...form, name: `${form.name} copy` }).id, name: `${form.name} copy`, reopen: false, note: null };
  };

  setReadOnly = (readOnly: boolean): void => {
    this.#get(this.#open).form.readOnly = readOnly;
  };

  losses = async (id: string): Promise<RemovalPreview> => ({
    name: this.#get(id).form.name, lost: ["2 drafts that were not sent", "its settings"], stays: "The service keeps everything that it has.",
    blocked: id === this.#open ? "This workspace is open. Open another one first, then remove this one." : null,
  });

  remove = async (id: string, removal: RemovalMode): Promise<RemovalResult> => {
    const { form } = this.#get(id);
    this.#all.splice(this.#all.findIndex((one) => one.id === id), 1);
    return { name: form.name, file: removal === "afterExport" ? { path: `/home/ada/exports/${form.name}.jsonl` } : null, note: null };
  };

  exported = async (id: string): Promise<ExportedFile> => ({ path: `/home/ada/exports/${this.#get(id).form.name}.json` });

  imported = async (text: string): Promise<SavedWorkspace> => {
    if (!text.includes("adwright-workspace")) throw refusal("These are no settings of a workspace.");
    const { id } = this.#add({ ...practice, name: "Imported", address: "https://ads.example" });
    return { id, name: "Imported", reopen: false, note: "Enter its password in its settings, then open it." };
  };

  /** The fake has no second window, so every secret counts as typed at once. */
  askForSecret = async ({ slot }: SecretRequest): Promise<null> => {
    this.#typed.add(slot);
    return null;
  };

  typedSecrets = async (): Promise<string[]> => [...this.#typed];

  keepTypedSecrets = async (id: string): Promise<number> => {
    if (!this.keyring && this.#place === "keyring") throw refusal("There is no keyring to keep secrets in.");
    const count = this.#typed.size;
    for (const slot of this.#typed) this.#get(id).secrets.add(slot);
    this.#typed.clear();
    return count;
  };

  dropTypedSecrets = async (): Promise<null> => {
    this.#typed.clear();
    return null;
  };

  secrets = async (id: string | null): Promise<SecretsTestResult> => {
    const kept = id === null ? [] : [...this.#get(id).secrets];
    if (this.#place === "memory") return { place: "memory", works: true, message: "Passwords are kept in memory.", kept, details: null };
    const message = this.keyring ? "Passwords are kept in your system’s keyring." : "There is no keyring to keep secrets in.";
    return { place: "keyring", works: this.keyring, message, kept, details: null };
  };

  choosePlace = async (id: string | null, place: SecretStorageView): Promise<SecretsTestResult> => {
    this.#place = place;
    return this.secrets(id);
  };

  #add(form: WorkspaceForm): Kept {
    const kept = { id: `workspace-${++this.#minted}`, form: { ...form }, secrets: new Set<string>() };
    this.#all.push(kept);
    return kept;
  }

  #get(id: string): Kept {
    const kept = this.#all.find((one) => one.id === id);
    if (!kept) throw new CommandFailure({ code: "NotFound", message: "There is no such workspace.", details: null });
    return kept;
  }
}

function placeOf({ address }: WorkspaceForm): string {
  return address === "practice:" ? "on this computer" : new URL(address).host;
}

function refusal(message: string): CommandFailure {
  return new CommandFailure({ code: "Invalid", message, details: null });
}
