import type { AppContext } from '../app-context.ts';
import type { Leases } from '../jobs/leases.ts';
import type { ServerModule } from '../server-module.ts';
import { startMetricsServer } from './metrics-server.ts';
import type { Metrics } from './metrics.ts';

/** The server's metrics, if the settings enable them; a separate HTTP server exposes the figures. */
export interface ServerMetrics
  extends Pick<Metrics, 'observeRequests' | 'observeJob' | 'onRejected' | 'countSockets'>, ServerModule {
  /** Origin of the figures, once started; undefined where nothing is counted. */
  readonly url: string | undefined;
}

const NO_METRICS: ServerMetrics = {
  url: undefined,
  observeRequests: (listener) => listener,
  observeJob: (job) => job,
  onRejected: () => undefined,
  countSockets: () => undefined,
};

/** Opens the metrics; their code is loaded only if the settings enable them. */
export async function openMetrics(context: AppContext, leases: Leases): Promise<ServerMetrics> {
  const settings = context.config.metrics;
  if (!settings) return NO_METRICS;
  const { createMetrics } = await import('./metrics.ts');
  const metrics = createMetrics({ ...context, leases });
  let server: Awaited<ReturnType<typeof startMetricsServer>> | undefined;
  return {
    ...metrics,
    get url() {
      return server?.url;
    },
    async start() {
      server = await startMetricsServer(metrics, settings);
    },
    async stop() {
      await server?.stop();
    },
  };
}
