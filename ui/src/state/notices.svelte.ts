import type { RawReply } from "../bridge/bindings";
import { CommandFailure, present } from "../bridge/failure";

/** How many messages are shown at once; older ones are among all messages. */
const shownAtOnce = 3;
const kept = 100;

/** Something to tell that does not belong to one place on the screen. */
export interface Notice {
  readonly id: number;
  readonly tone: "info" | "failure";
  readonly text: string;
  /** When it was said, in epoch milliseconds. */
  readonly at: number;
  readonly details?: string | null;
  /** The answer of the service that it is about. */
  readonly reply?: RawReply | null;
  /** What can be done about it; it may fail, and then the notice says why. */
  readonly action?: { label: string; run: () => unknown };
  /** What else can be looked at about it; the notice stays. */
  readonly also?: { label: string; run: () => unknown };
  /** A newer one about the same thing takes its place. */
  readonly about?: string;
  /** Whether it stays until it is answered or closed. */
  readonly stays: boolean;
}

type NoticeInput = Pick<Notice, "tone" | "text" | "details" | "reply" | "action" | "also" | "about"> & { stays?: boolean };

/** What is told to the person, newest last. Nothing of it ever takes the focus. */
export class Notices {
  shown = $state.raw<readonly Notice[]>([]);
  /** Everything that was said since the start, the newest first. */
  all = $state.raw<readonly Notice[]>([]);
  /** What a screen reader is told in passing, such as "All changes saved". */
  spoken = $state("");
  /** Where the focus was before it went to a message. */
  before: HTMLElement | null = null;
  readonly #acting = new Set<Notice>();
  #minted = 0;

  /** The newest of those that are shown. */
  get current(): Notice | null {
    return this.shown.at(-1) ?? null;
  }

  say(text: string, action?: Notice["action"], more: Pick<NoticeInput, "about" | "also" | "stays" | "reply"> = {}): void {
    this.#add({ tone: "info", text, action, ...more });
  }

  fail(thrown: unknown, retry?: () => unknown, about?: string): void {
    const failure = CommandFailure.from(thrown);
    const label = retry && present(failure).retry;
    this.#add({
      tone: "failure",
      text: sentenceOf(failure),
      details: failure.details,
      reply: failure.reply,
      action: label ? { label, run: retry } : undefined,
      about,
      stays: true,
    });
  }

  /** Does what a notice offers; only what was done goes away. */
  async act(notice = this.current): Promise<void> {
    const run = notice?.action?.run;
    if (!notice || !run || this.#acting.has(notice)) return;
    this.#acting.add(notice);
    try {
      await run();
      this.#answer(notice);
    } catch (thrown) {
      this.#answer(notice);
      this.fail(thrown, run);
    } finally {
      this.#acting.delete(notice);
    }
  }

  /** Takes a notice out of sight; it stays among all messages. */
  close(notice = this.current): void {
    this.shown = this.shown.filter((one) => one !== notice);
  }

  /** Closes what was said about something that is being tried anew. */
  settle(about: string): void {
    this.shown = this.shown.filter((one) => one.about !== about);
  }

  #add({ stays = false, ...said }: NoticeInput): void {
    const notice: Notice = { ...said, stays, id: ++this.#minted, at: Date.now() };
    const isNewer = (one: Notice) => one.text === notice.text || (one.about !== undefined && one.about === notice.about);
    this.shown = [...this.shown.filter((one) => !isNewer(one)), notice].slice(-shownAtOnce);
    this.all = [notice, ...this.all].slice(0, kept);
  }

  /** What was done is offered nowhere any more. */
  #answer(notice: Notice): void {
    this.close(notice);
    this.all = this.all.map((one) => (one === notice ? { ...notice, action: undefined } : one));
  }
}

/** Heading and message, without saying the same twice. */
function sentenceOf(failure: CommandFailure): string {
  const { heading } = present(failure);
  return failure.message.startsWith(heading) ? failure.message : `${heading}. ${failure.message}`;
}
