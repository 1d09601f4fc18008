import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';

/** How long requests in flight may take when the server stops. */
const DRAIN_MS = 10_000;

/** Where a server receives its requests. */
export interface Listener {
  /** Starts to listen. @throws the error of `listen`, such as EADDRINUSE */
  open(server: Server): Promise<void>;
  /** Returns the origin under which this machine reaches the server; empty before `open`. */
  url(): string;
  /** Stops listening; resolves when all requests in flight have ended, or were cut because they took too long. */
  close(server: Server): Promise<void>;
}

/** Listens on the port of the settings; 0 lets the system choose one. */
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
      // The system could not accept a connection, for example because its network is gone by now; only that connection is lost.
      server.on('error', () => undefined);
      resolve();
    });
  });
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

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
