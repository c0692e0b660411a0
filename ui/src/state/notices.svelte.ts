import type { FailureCode, ReplyView } from "../bridge/bindings";
import { CommandFailure, present } from "../bridge/failure";

/** How many messages are shown at once. Older ones are in the list of all messages. */
const maxShown = 3;
/** How many messages the list of all messages holds. */
const maxMessages = 100;

/** A message that does not belong to one place on the screen. */
export interface Notice {
  readonly id: number;
  readonly tone: "info" | "failure";
  readonly text: string;
  /** When it was created, in epoch milliseconds. */
  readonly at: number;
  readonly details?: string | null;
  /** The code of the failure that it shows. */
  readonly code?: FailureCode;
  /** The service's reply that it is about. */
  readonly reply?: ReplyView | null;
  /** The action that it offers. If the action fails, a new message shows the reason. */
  readonly action?: { label: string; run: () => unknown };
  /** A further action. The message stays after it. */
  readonly secondaryAction?: { label: string; run: () => unknown };
  /** The topic. A newer message on the same topic replaces this one. */
  readonly about?: string;
  /** Whether it stays until the person answers or closes it. */
  readonly stays: boolean;
}

type NoticeInput = Pick<Notice, "tone" | "text" | "details" | "code" | "reply" | "action" | "secondaryAction" | "about"> & {
  stays?: boolean;
};

/** The messages to the person, the newest last. They never take the focus. */
export class Notices {
  shown = $state.raw<readonly Notice[]>([]);
  /** All messages since the start, the newest first. */
  all = $state.raw<readonly Notice[]>([]);
  /** The text for screen readers, such as "All changes saved". */
  spoken = $state("");
  /** Opens the login of the workspace; `null` if it has none. A refused login offers it. */
  changeLogin: (() => unknown) | null = null;
  /** The element that had the focus before a message. */
  before: HTMLElement | null = null;
  readonly #acting = new Set<Notice>();
  #lastId = 0;

  /** Returns the newest shown message. */
  get current(): Notice | null {
    return this.shown.at(-1) ?? null;
  }

  show(text: string, action?: Notice["action"], more: Pick<NoticeInput, "about" | "secondaryAction" | "stays" | "reply"> = {}): void {
    this.#add({ tone: "info", text, action, ...more });
  }

  showFailure(thrown: unknown, retry?: () => unknown, about?: string): void {
    const failure = CommandFailure.from(thrown);
    const label = retry && present(failure).retry;
    const again = label ? { label, run: retry } : undefined;
    const login = failure.code === "Unauthorized" && this.changeLogin ? { label: "Change login…", run: this.changeLogin } : undefined;
    this.#add({
      tone: "failure",
      text: sentenceOf(failure),
      details: failure.details,
      code: failure.code,
      reply: failure.reply,
      action: login ?? again,
      secondaryAction: login && again,
      about,
      stays: true,
    });
  }

  /** Runs the action of a message and hides the message. A failure appears as a new message with a retry. */
  async act(notice = this.current): Promise<void> {
    const run = notice?.action?.run;
    if (!notice || !run || this.#acting.has(notice)) return;
    this.#acting.add(notice);
    try {
      await run();
      this.#removeAction(notice);
    } catch (thrown) {
      this.#removeAction(notice);
      this.showFailure(thrown, run);
    } finally {
      this.#acting.delete(notice);
    }
  }

  /** Hides a message. It stays in the list of all messages. */
  close(notice = this.current): void {
    this.shown = this.shown.filter((one) => one !== notice);
  }

  /** Hides the messages on a topic, before a new attempt. */
  closeTopic(about: string): void {
    this.shown = this.shown.filter((one) => one.about !== about);
  }

  /** Hides the messages that the service does not answer. Returns the retry of the newest one. */
  closeOffline(): Notice["action"] {
    const isOver = ({ code }: Notice) => code === "Offline";
    const retry = this.shown.findLast(isOver)?.action;
    this.shown = this.shown.filter((one) => !isOver(one));
    return retry;
  }

  #add({ stays = false, ...input }: NoticeInput): void {
    const notice: Notice = { ...input, stays, id: ++this.#lastId, at: Date.now() };
    const isNewer = (one: Notice) => one.text === notice.text || (one.about !== undefined && one.about === notice.about);
    this.shown = [...this.shown.filter((one) => !isNewer(one)), notice].slice(-maxShown);
    this.all = [notice, ...this.all].slice(0, maxMessages);
  }

  /** Hides a message and removes its action, which was carried out. */
  #removeAction(notice: Notice): void {
    this.close(notice);
    this.all = this.all.map((one) => (one === notice ? { ...notice, action: undefined } : one));
  }
}

/** Returns heading and message. The message of an unreachable service already contains the heading. */
function sentenceOf(failure: CommandFailure): string {
  return failure.code === "Offline" ? failure.message : `${present(failure).heading}. ${failure.message}`;
}
