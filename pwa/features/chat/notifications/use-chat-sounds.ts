import { useEffect, useRef } from 'react';
import { chatSound } from '#pwa/platform/storage/device-settings.ts';
import { canPlaySound, playChime } from './sound.ts';
import { withLock } from '#pwa/platform/browser/with-lock.ts';
import { hasNewMessages, toKnownChats } from './new-messages.ts';
import type { KnownChats } from './new-messages.ts';
import type { Chats } from '../list/use-chats.ts';

/** During this time no other tab of the device plays the sound for the same message. */
const QUIET_MS = 1_500;
const ignore = (): void => undefined;

/** Plays a sound for new messages of other members, in one tab of the device. Messages from before the page was opened are silent. */
export function useChatSounds(found: Chats | undefined): void {
  const known = useRef<KnownChats>(undefined);
  useEffect(() => {
    // The first sync of a device brings all chats at once, which are not new messages.
    if (!found || found.state.lastSyncedAtMs === null) return;
    const before = known.current;
    known.current = toKnownChats(found.chats);
    // Without a sound, the badge still shows the message.
    if (before && hasNewMessages(before, found.chats, found.sub)) playSound().catch(ignore);
  }, [found]);
}

async function playSound(): Promise<void> {
  if (!chatSound.get() || !canPlaySound()) return;
  await withLock('hexlime-chat-sound', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, QUIET_MS);
    await Promise.all([playChime(), promise]);
  });
}
