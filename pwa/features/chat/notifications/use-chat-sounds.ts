import { useEffect, useRef } from 'react';
import { chatSound } from '#pwa/platform/storage/device-settings.ts';
import { canPlaySound, playChime } from '#pwa/platform/browser/sound.ts';
import { withLock } from '#pwa/platform/browser/with-lock.ts';
import { hasNewMessages, toKnownChats } from './new-messages.ts';
import type { KnownChats } from './new-messages.ts';
import type { Chats } from '../list/use-chats.ts';

/** For so long no other tab of the device makes a sound for the same message. */
const QUIET_MS = 1_500;
const ignore = (): void => undefined;

/** Makes a sound when others write, in one tab of the device. What was there when the page was opened is no news. */
export function useChatSounds(found: Chats | undefined): void {
  const known = useRef<KnownChats>(undefined);
  useEffect(() => {
    // A device that has never heard of the chats hears of all of them at once.
    if (!found || found.state.lastSyncedAtMs === null) return;
    const before = known.current;
    known.current = toKnownChats(found.chats);
    // A browser that cannot make a sound lets the badge tell it.
    if (before && hasNewMessages(before, found.chats, found.sub)) makeSound().catch(ignore);
  }, [found]);
}

async function makeSound(): Promise<void> {
  if (!chatSound.get() || !canPlaySound()) return;
  await withLock('hexlime-chat-sound', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, QUIET_MS);
    await Promise.all([playChime(), promise]);
  });
}
