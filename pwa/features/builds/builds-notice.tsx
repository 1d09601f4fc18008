import { buildMessages } from '#pwa/messages/en/builds.ts';
import { parseBuilds } from './parse-builds.ts';
import { storedBuilds } from './stored-builds.ts';
import { StoredNotice } from '#pwa/ui/stored-notice.tsx';

/** A notice about damaged stored builds. */
export const BuildsNotice = () => (
  <StoredNotice
    stored={storedBuilds}
    full={buildMessages.notKept}
    describeDamage={describeDamage}
    fileName="damaged-builds.json"
  />
);

function describeDamage(texts: readonly string[]): string {
  const damages = texts.map(parseBuilds);
  const lostBuilds = damages.reduce((sum, damage) => sum + damage.lostBuilds, 0);
  const lostParts = damages.reduce((sum, damage) => sum + damage.lostParts, 0);
  // For a text that cannot be read at all, both counts are 0.
  const isUnreadable = damages.some((damage) => damage.lostBuilds + damage.lostParts === 0);
  return isUnreadable ? buildMessages.unreadableStorage : buildMessages.damaged(lostBuilds, lostParts);
}
