import { TYPING_REPEAT_MS, TYPING_STOP_MS } from '#contract/limits.ts';

/** Reports that the user is typing, at most once per interval, and that typing has stopped after a pause. */
export class TypingNotifier {
  readonly #notify: (isTyping: boolean) => void;
  readonly #now: () => number;
  #notifiedAtMs: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `now` is a monotonic clock in ms. */
  constructor(notify: (isTyping: boolean) => void, now = () => performance.now()) {
    this.#notify = notify;
    this.#now = now;
  }

  /** Records a change of the text. */
  typed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.stop(), TYPING_STOP_MS);
    const nowMs = this.#now();
    if (this.#notifiedAtMs !== undefined && nowMs - this.#notifiedAtMs < TYPING_REPEAT_MS) return;
    this.#notifiedAtMs = nowMs;
    this.#notify(true);
  }

  /** Ends typing: the message was sent, or the chat was left. */
  stop(): void {
    clearTimeout(this.#timer);
    if (this.#notifiedAtMs === undefined) return;
    this.#notifiedAtMs = undefined;
    this.#notify(false);
  }
}
