import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Finds a port of this machine that is free now. */
export const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
