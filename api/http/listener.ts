import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/config.ts';

/** How long requests that are on their way may take when the server stops. */
const DRAIN_MS = 10_000;

/** How requests come to a server. */
export interface Listener {
  /** Lets requests in. @throws the error of `listen`, such as EADDRINUSE */
  open(server: Server): Promise<void>;
  /** Origin under which this machine reaches the server, once the door is open. */
  url(): string;
  /** Lets nothing more in; ends when what is on its way has ended, or was cut because it took too long. */
  close(server: Server): Promise<void>;
}

/** The port that the settings name; one of the system's choice where they say 0. */
export function createListener({ port, host }: Pick<Config, 'port' | 'host'>): Listener {
  let url = '';
  return {
    async open(server) {
      await listen(server, port, host);
      url = urlOf(server, host);
    },
    url: () => url,
    close: drain,
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Stops listening, lets running requests end, and cuts those that take too long. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const isClosed = closed.then(() => true);
  const end = performance.now() + DRAIN_MS;
  while (performance.now() < end) {
    server.closeIdleConnections();
    if (await Promise.race([isClosed, delay(50, false)])) return;
  }
  server.closeAllConnections();
  await closed;
}
