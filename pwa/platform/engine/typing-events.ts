import type { EngineApi, EngineEvent } from '#sync/worker/engine-api.ts';
import { asListener } from '#sync/worker/sync-client.ts';

/** Another member of one of the user's chats types, or has stopped. */
export type TypingEvent = Extract<EngineEvent, { type: 'typing' }>;

const listeners = new Set<(event: TypingEvent) => void>();
let isSubscribed = false;

/** Calls back when another member of one of the user's chats types, or has stopped. Only for parts that come in files of their own. */
export function onTyping(engine: EngineApi, listener: (event: TypingEvent) => void): () => void {
  if (!isSubscribed) {
    isSubscribed = true;
    const tell = asListener((event) => {
      if (event.type === 'typing') for (const each of listeners) each(event);
    });
    engine.subscribe(tell).catch(() => {
      isSubscribed = false;
    });
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}
