import type { ContactQuestionView, SiteContact } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { ready, type Loading } from "./loading";
import { Operations, type Operation } from "./operations.svelte";

/** The site contact of the open campaign: known answers, the running question, and its result. */
export class SiteContactState {
  shown = $state.raw<Loading<SiteContact>>({ status: "loading" });
  /** The typed id. */
  id = $state("");
  fromAdvertiser = $state(true);
  /** The question that is being sent to the service. */
  asking = $state.raw<ContactQuestionView | null>(null);
  /** The last question that failed, with its failure. */
  failed = $state.raw<{ question: ContactQuestionView; failure: CommandFailure } | null>(null);
  readonly value = $derived(ready(this.shown));
  readonly #desk: Desk;
  readonly #operations: Operations;
  #operation: Operation | null = null;
  #campaign: string | null = null;
  #turn = 0;

  constructor(desk: Desk, operations = new Operations(desk)) {
    this.#desk = desk;
    this.#operations = operations;
  }

  /** Returns the question in the form. */
  get question(): ContactQuestionView {
    return { campaign: this.#campaign ?? "", id: this.id, fromAdvertiser: this.fromAdvertiser };
  }

  /** Shows a campaign's contact. The typed id stays if the campaign is the same. */
  async open(campaign: string): Promise<void> {
    const isOther = campaign !== this.#campaign;
    const turn = ++this.#turn;
    this.#campaign = campaign;
    this.asking = null;
    if (isOther) {
      this.failed = null;
      this.shown = { status: "loading" };
    }
    try {
      const value = await this.#desk.siteContact(campaign, null);
      if (turn !== this.#turn) return;
      this.shown = { status: "ready", value };
      if (isOther) this.#fill(value.question);
    } catch (thrown) {
      if (turn === this.#turn) this.shown = { status: "failed", failure: CommandFailure.from(thrown) };
    }
  }

  /** Asks the service. Resolves to whether it replied. Without a reply, the earlier answer is shown. */
  async ask(question: ContactQuestionView = this.question): Promise<boolean> {
    const turn = ++this.#turn;
    this.#fill(question);
    this.failed = null;
    this.asking = question;
    try {
      const value = await this.#operations.run("contact", "Asking for the site contact", (operation) => {
        this.#operation = operation;
        return this.#desk.askSiteContact(operation.id, question);
      });
      if (turn === this.#turn) this.shown = { status: "ready", value };
      return turn === this.#turn && !this.#operation?.stopping;
    } catch (thrown) {
      if (turn === this.#turn) await this.#showEarlierAnswer(turn, question, CommandFailure.from(thrown));
      return false;
    } finally {
      if (turn === this.#turn) this.asking = null;
    }
  }

  /** Cancels the question. */
  async stop(): Promise<void> {
    this.#turn += 1;
    this.asking = null;
    await this.#operation?.stop();
  }

  /** Shows an earlier answer. */
  async showAnswer(question: ContactQuestionView): Promise<void> {
    const turn = ++this.#turn;
    this.asking = null;
    this.failed = null;
    this.#fill(question);
    const value = await this.#desk.siteContact(question.campaign, question);
    if (turn === this.#turn) this.shown = { status: "ready", value };
  }

  /** Deletes an earlier answer. */
  async forget(question: ContactQuestionView): Promise<void> {
    const turn = ++this.#turn;
    this.asking = null;
    const value = await this.#desk.deleteSiteContact(question);
    if (turn === this.#turn) this.shown = { status: "ready", value };
  }

  #fill({ id, fromAdvertiser }: ContactQuestionView): void {
    this.id = id;
    this.fromAdvertiser = fromAdvertiser;
  }

  async #showEarlierAnswer(turn: number, question: ContactQuestionView, failure: CommandFailure): Promise<void> {
    this.failed = { question, failure };
    if (failure.code === "Invalid") return;
    const value = await this.#desk.siteContact(question.campaign, question);
    if (turn === this.#turn) this.shown = { status: "ready", value };
  }
}
