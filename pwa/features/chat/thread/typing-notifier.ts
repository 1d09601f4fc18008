import { TYPING_REPEAT_MS, TYPING_STOP_MS } from '#contract/limits.ts';

/** Says that somebody types while they do, not for every letter, and that they do no longer after a pause. */
export class TypingNotifier {
  readonly #say: (isTyping: boolean) => void;
  readonly #now: () => number;
  #saidAtMs: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `now` is a clock in ms that never goes back. */
  constructor(say: (isTyping: boolean) => void, now = () => performance.now()) {
    this.#say = say;
    this.#now = now;
  }

  /** A letter was written. */
  typed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.stop(), TYPING_STOP_MS);
    const nowMs = this.#now();
    if (this.#saidAtMs !== undefined && nowMs - this.#saidAtMs < TYPING_REPEAT_MS) return;
    this.#saidAtMs = nowMs;
    this.#say(true);
  }

  /** It was sent, or left. */
  stop(): void {
    clearTimeout(this.#timer);
    if (this.#saidAtMs === undefined) return;
    this.#saidAtMs = undefined;
    this.#say(false);
  }
}
