import type { VersionCount } from '#contract/http/insights.ts';
import { SESSION_DAYS } from '#contract/limits.ts';
import { adminInsightMessages } from '#pwa/messages/en/admin-insights.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { FigureList } from './figure-list.tsx';
import { InsightPart } from './insight-part.tsx';
import { NoServerFigures } from './server-state.tsx';

declare const __APP_VERSION__: string;

interface VersionsPartProps {
  readonly versions: readonly VersionCount[] | undefined;
  readonly hasFailed: boolean;
}

/** How many signed-in devices use which version of the app. */
export function VersionsPart({ versions, hasFailed }: VersionsPartProps) {
  const table = versions && {
    name: 'app-versions',
    columns: ['app_version', 'devices', 'last_used_at'],
    rows: versions.map(({ version, devices, last_used_at }) => [version ?? '', devices, last_used_at]),
  };
  return (
    <InsightPart
      title={adminInsightMessages.versions}
      hint={adminInsightMessages.versionsHint(SESSION_DAYS)}
      table={table}
    >
      {versions ? (
        <FigureList
          items={versions.map(({ version, devices, last_used_at }) => ({
            key: version ?? '',
            name: <span>{version ?? adminInsightMessages.unknownVersion}</span>,
            value: adminInsightMessages.devicesCount(devices),
            more:
              version === __APP_VERSION__
                ? adminInsightMessages.thisVersion
                : adminInsightMessages.lastUsed(formatTime(last_used_at)),
          }))}
          total={versions.length}
          empty={adminInsightMessages.noVersions}
        />
      ) : (
        <NoServerFigures hasFailed={hasFailed} />
      )}
    </InsightPart>
  );
}
