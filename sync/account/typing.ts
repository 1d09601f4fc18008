import { TYPING_REPEAT_MS, TYPING_STOP_MS } from '#contract/limits.ts';
import type { UpMessage } from '#contract/realtime/up.ts';

/** A member of a chat types, or has stopped. */
export interface TypingEvent {
  readonly chatId: string;
  readonly userId: string;
  readonly isTyping: boolean;
}

export interface TypingOptions {
  readonly sendUp: (message: UpMessage) => void;
  readonly onTyping: (event: TypingEvent) => void;
  readonly monotonicNow: () => number;
}

/** Who types: what this tab's user does is said on, and what others do is told until they stop, or are no longer heard of. */
export class Typing {
  readonly #options: TypingOptions;
  /** When it was last said that the user types in a chat, in monotonic ms. */
  readonly #saidAtMs = new Map<string, number>();
  readonly #heard = new Map<string, { readonly event: TypingEvent; readonly timer: ReturnType<typeof setTimeout> }>();

  constructor(options: TypingOptions) {
    this.#options = options;
  }

  /** The user types, or does no longer; repeated as long as it is called. */
  say(userId: string, chatId: string, isTyping: boolean): void {
    const saidAtMs = this.#saidAtMs.get(chatId);
    const nowMs = this.#options.monotonicNow();
    if (isTyping ? saidAtMs !== undefined && nowMs - saidAtMs < TYPING_REPEAT_MS : saidAtMs === undefined) return;
    if (isTyping) this.#saidAtMs.set(chatId, nowMs);
    else this.#saidAtMs.delete(chatId);
    this.#options.sendUp({ event: isTyping ? 'typing' : 'stopTyping', data: { chatId, userId } });
  }

  /** Another member types, or has stopped; one who is not heard of again has stopped. */
  note({ chatId, userId, isTyping }: TypingEvent): void {
    const key = JSON.stringify([chatId, userId]);
    const known = this.#heard.get(key);
    clearTimeout(known?.timer);
    this.#heard.delete(key);
    const event = { chatId, userId, isTyping };
    if (isTyping) {
      const timer = setTimeout(() => this.note({ ...event, isTyping: false }), 2 * TYPING_STOP_MS);
      this.#heard.set(key, { event, timer });
    }
    if (isTyping !== (known !== undefined)) this.#options.onTyping(event);
  }

  /** Another user, or none: nobody is told anything more of the last one's chats. */
  clear(): void {
    for (const { event, timer } of this.#heard.values()) {
      clearTimeout(timer);
      this.#options.onTyping({ ...event, isTyping: false });
    }
    this.#heard.clear();
    this.#saidAtMs.clear();
  }
}
