import { adminInsightMessages } from '#pwa/messages/en/admin-insights.ts';
import { useIsServerLost } from '#pwa/platform/engine/use-is-server-lost.ts';
import { NoFigures } from './insight-part.tsx';

/** A text in place of figures of the server that are not on the device. `hasFailed`: the request for them failed. */
export function NoServerFigures({ hasFailed }: { readonly hasFailed: boolean }) {
  const isOnline = !useIsServerLost();
  return (
    <NoFigures>{isOnline && !hasFailed ? adminInsightMessages.loading : adminInsightMessages.serverNone}</NoFigures>
  );
}
