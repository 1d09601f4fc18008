import { TYPING_REPEAT_MS, TYPING_STOP_MS } from '#contract/limits.ts';
import type { UpMessage } from '#contract/realtime/up.ts';
import type { EngineEvent } from '../../api/engine-api.ts';

/** A member of a chat types, or has stopped. */
export type TypingEvent = Omit<Extract<EngineEvent, { type: 'typing' }>, 'type'>;

export interface TypingOptions {
  readonly sendUp: (message: UpMessage) => void;
  readonly onTyping: (event: TypingEvent) => void;
  readonly monotonicNow: () => number;
}

/** Sends the user's typing to the other members of a chat, and reports their typing until they stop or fall silent. */
export class Typing {
  readonly #options: TypingOptions;
  /** When typing was last sent for a chat, in monotonic ms. */
  readonly #sentAtMs = new Map<string, number>();
  readonly #active = new Map<string, { readonly event: TypingEvent; readonly timer: ReturnType<typeof setTimeout> }>();

  constructor(options: TypingOptions) {
    this.#options = options;
  }

  /** Sends that the user types, or no longer does; call it repeatedly while the user types. */
  send(userId: string, chatId: string, isTyping: boolean): void {
    const sentAtMs = this.#sentAtMs.get(chatId);
    const nowMs = this.#options.monotonicNow();
    if (isTyping ? sentAtMs !== undefined && nowMs - sentAtMs < TYPING_REPEAT_MS : sentAtMs === undefined) return;
    if (isTyping) this.#sentAtMs.set(chatId, nowMs);
    else this.#sentAtMs.delete(chatId);
    this.#options.sendUp({ event: isTyping ? 'typing' : 'stopTyping', data: { chatId, userId } });
  }

  /** Handles another member's typing; a member who falls silent has stopped. */
  receive({ chatId, userId, isTyping }: TypingEvent): void {
    const key = JSON.stringify([chatId, userId]);
    const known = this.#active.get(key);
    clearTimeout(known?.timer);
    this.#active.delete(key);
    const event = { chatId, userId, isTyping };
    if (isTyping) {
      const timer = setTimeout(() => this.receive({ ...event, isTyping: false }), 2 * TYPING_STOP_MS);
      this.#active.set(key, { event, timer });
    }
    if (isTyping !== (known !== undefined)) this.#options.onTyping(event);
  }

  /** Called when the user changes: members of the last user's chats count as having stopped. */
  clear(): void {
    for (const { event, timer } of this.#active.values()) {
      clearTimeout(timer);
      this.#options.onTyping({ ...event, isTyping: false });
    }
    this.#active.clear();
    this.#sentAtMs.clear();
  }
}
