import type { EngineApi, EngineEvent } from '#sync/api/engine-api.ts';
import { asListener } from '#pwa/platform/engine/sync.ts';
import { createEmitter } from '#pwa/platform/observable.ts';

/** Reports that another member of one of the user's chats is typing, or has stopped. */
export type TypingEvent = Extract<EngineEvent, { type: 'typing' }>;

const { emit, subscribe } = createEmitter<TypingEvent>();
let isSubscribed = false;

/** Calls back when another member of one of the user's chats is typing, or has stopped. Only for lazily loaded parts. */
export function onTyping(engine: EngineApi, listener: (event: TypingEvent) => void): () => void {
  if (!isSubscribed) {
    isSubscribed = true;
    const forward = asListener((event) => {
      if (event.type === 'typing') emit(event);
    });
    engine.subscribe(forward).catch(() => {
      isSubscribed = false;
    });
  }
  return subscribe(listener);
}
