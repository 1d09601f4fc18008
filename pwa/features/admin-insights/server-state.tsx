import { adminInsightMessages } from '#pwa/messages/en/admin-insights.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { NoFigures } from './insight-part.tsx';

/** Stands in place of figures of the server that are not on the device. */
export function NoServerFigures() {
  const isOnline = useOnline();
  return <NoFigures>{isOnline ? adminInsightMessages.loading : adminInsightMessages.serverNone}</NoFigures>;
}
