// The outbox of the fake desk: every third outcome needs a person.

import type {
  DecideAllRequest, DecideAllSummary, Decision, ItemState, OpenGroup, ReceiptView, SendProgress, SendRequest, SendSummary, SentRow,
} from "./bindings";
import { countOf, receiptOf, type Draft } from "./fakeDocument";
import { notFound } from "./fakeFailure";
import { pause } from "./fakeFetching";
import type { FakeShelf } from "./fakeShelf";

/** The sent items and their outcomes. */
export class FakeOutbox {
  readonly receipts: ReceiptView[] = [];
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

  decide = async (item: string, decision: Decision): Promise<ReceiptView> => {
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

  /** Returns every waiting item as looked up and not found. */
  openItems = async (): Promise<OpenGroup[]> => {
    const open = this.receipts.filter(({ row }) => row.state === "needsYou");
    const items = open.map(({ row: { item, collection, verb, title, outcome }, evidence }) => ({
      item, collection, verb, title, outcome, evidence: [...evidence], matchId: null,
    }));
    return items.length > 0 ? [{ evidence: "absent", decision: "backToDraft", items }] : [];
  };

  decideAll = async ({ operation, decision, items }: DecideAllRequest, listen: (progress: SendProgress) => void): Promise<DecideAllSummary> => {
    const total = items.length;
    const summary: DecideAllSummary = { decided: 0, settledByLook: 0, settledBefore: 0, leftOpen: [], message: "" };
    listen({ kind: "started", data: { total } });
    for (const [at, { item }] of items.entries()) {
      const { title } = this.#find(item).row;
      const isStopped = this.#isStopped(operation);
      if (!isStopped) await this.decide(item, decision);
      if (isStopped || decision === "lookAgain") summary.leftOpen.push({ item, title, reason: isStopped ? "stopped" : "absent" });
      else summary.decided += 1;
      listen({ kind: "advanced", data: { done: at + 1, total, draft: item, state: "needsYou", outcome: "" } });
    }
    return { ...summary, message: `${summary.decided} are drafts again. ${summary.leftOpen.length} stay open.` };
  };

  sent = async (): Promise<SentRow[]> => this.receipts.map(({ row }) => structuredClone(row));
  receipt = async (item: string): Promise<ReceiptView> => structuredClone(this.#find(item));

  #settle(draft: Draft, state: ItemState): ReceiptView {
    const receipt = receiptOf(draft, state, this.#person(), String(this.#shelf.mint()));
    this.receipts.unshift(receipt);
    draft.lock = state === "needsYou" ? { label: "needs you", reason: "Its outcome needs your decision, under Sent." } : null;
    this.#sentFrom.set(receipt.row.item, draft);
    if (state === "confirmed") this.#shelf.arrive(draft);
    return receipt;
  }

  #find(item: string): ReceiptView {
    const receipt = this.receipts.find(({ row }) => row.item === item);
    if (!receipt) throw notFound("There is no such receipt.");
    return receipt;
  }
}
