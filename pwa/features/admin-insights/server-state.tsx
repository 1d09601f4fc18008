import { adminInsightMessages } from '#pwa/messages/en/admin-insights.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { NoFigures } from './insight-part.tsx';

/** Stands in place of figures of the server that are not on the device. `hasFailed`: they were asked for in vain. */
export function NoServerFigures({ hasFailed }: { readonly hasFailed: boolean }) {
  const isOnline = useOnline();
  return (
    <NoFigures>{isOnline && !hasFailed ? adminInsightMessages.loading : adminInsightMessages.serverNone}</NoFigures>
  );
}
