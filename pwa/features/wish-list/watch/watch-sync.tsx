import { useEffect } from 'react';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { startApplyingStops } from './apply-watch-stops.ts';
import { restoreWishes } from './restore-wishes.ts';
import { startKeepingOffers } from './start-keeping-offers.ts';
import { startSendingWatches } from './start-sending-watches.ts';

/** Keeps saved offers up to date and, for a signed-in user, the server's copy of what this device watches. Shows nothing. */
export function WatchSync() {
  const sync = useSync();
  const sub = useUser()?.sub;

  useEffect(() => {
    restoreWishes();
    return startKeepingOffers(sync);
  }, [sync]);
  useEffect(startApplyingStops, []);
  useEffect(() => (sub === undefined ? undefined : startSendingWatches(sync)), [sync, sub]);
  return null;
}
