// What the fake desk sends: every third outcome is one that needs a person.

import type { Decision, ItemState, Receipt, SendProgress, SendRequest, SendSummary, SentRow } from "./bindings";
import { countOf, receiptOf, type Draft } from "./fakeDocument";
import { notFound } from "./fakeFailure";
import { pause } from "./fakeFetching";
import type { FakeShelf } from "./fakeShelf";

/** What was sent, and what came of it. */
export class FakeOutbox {
  readonly receipts: Receipt[] = [];
  readonly #sentFrom = new Map<string, Draft>();
  readonly #shelf: FakeShelf;
  readonly #person: () => string;
  readonly #isStopped: (operation: string) => boolean;

  constructor(shelf: FakeShelf, person: () => string, isStopped: (operation: string) => boolean) {
    this.#shelf = shelf;
    this.#person = person;
    this.#isStopped = isStopped;
  }

  send = async ({ drafts, operation }: SendRequest, listen: (progress: SendProgress) => void): Promise<SendSummary> => {
    const total = drafts.length;
    let done = 0;
    const items = drafts.map(({ draft, revision }) => this.#shelf.reviewed(draft, revision));
    for (const item of items) item.lock = { label: "being sent", reason: "This draft is being sent. Wait for the result." };
    listen({ kind: "started", data: { total } });
    for (const draft of items) {
      if (this.#isStopped(operation)) draft.lock = null;
      if (draft.lock === null) continue;
      await pause(300);
      const state: ItemState = countOf(draft, "error") > 0 ? "refused" : done % 3 === 2 ? "needsYou" : "confirmed";
      const { row } = this.#settle(draft, state);
      done += 1;
      listen({ kind: "advanced", data: { done, total, draft: draft.id, state, outcome: row.outcome } });
    }
    return { confirmed: done, refused: 0, needsYou: 0, stopped: total - done, message: `${done} of ${total} sent.` };
  };

  decide = async (item: string, decision: Decision): Promise<Receipt> => {
    await pause(300);
    const receipt = this.#find(item);
    const draft = this.#sentFrom.get(item);
    if (decision === "lookAgain") receipt.evidence.push("Looked again: still as it was.");
    else {
      const arrived = decision === "itWasSent";
      receipt.row.state = arrived ? "confirmed" : "takenBack";
      receipt.row.outcome = arrived ? "A person said that the service has it." : "A person put it back to the drafts.";
      receipt.decisions = [];
      if (draft) draft.lock = null;
      if (draft && arrived) this.#shelf.arrive(draft);
    }
    return structuredClone(receipt);
  };

  sent = async (): Promise<SentRow[]> => this.receipts.map(({ row }) => structuredClone(row));
  receipt = async (item: string): Promise<Receipt> => structuredClone(this.#find(item));

  #settle(draft: Draft, state: ItemState): Receipt {
    const receipt = receiptOf(draft, state, this.#person(), String(this.#shelf.mint()));
    this.receipts.unshift(receipt);
    draft.lock = state === "needsYou" ? { label: "needs you", reason: "Its outcome needs your decision, under Sent." } : null;
    this.#sentFrom.set(receipt.row.item, draft);
    if (state === "confirmed") this.#shelf.arrive(draft);
    return receipt;
  }

  #find(item: string): Receipt {
    const receipt = this.receipts.find(({ row }) => row.item === item);
    if (!receipt) throw notFound("There is no such receipt.");
    return receipt;
  }
}
