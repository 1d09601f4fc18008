import { createServer } from 'node:http';
import type { MetricsSettings } from '../config/config.ts';
import { createListener } from '../http/listener/listener.ts';
import type { Metrics } from './metrics.ts';

/** A server only for the operator's Prometheus. */
export interface MetricsServer {
  /** Origin under which this machine reaches it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves `GET /metrics` on a port of its own, which shoppers need not reach. @throws the error of `listen`, such as EADDRINUSE */
export async function startMetricsServer(metrics: Metrics, settings: MetricsSettings): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics')
      return void response.writeHead(404).end('Not found: the figures are at /metrics.\n');
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end('The figures could not be read.\n'),
    );
  });
  const listener = createListener(settings);
  await listener.open(server);
  return { url: listener.url(), stop: () => listener.close(server) };
}
