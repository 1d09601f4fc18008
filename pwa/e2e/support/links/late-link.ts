import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A way to a server over TCP that can be held: what the server sends meanwhile arrives when it is released. */
export interface LateLink {
  readonly port: number;
  hold(): void;
  release(): void;
  close(): Promise<void>;
}

/** Opens a link to a port of this machine. */
export async function openLateLink(port: number): Promise<LateLink> {
  const sockets = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let isHeld = false;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.pipe(upstream);
    upstream.on('data', (bytes) => client.write(bytes));
    if (isHeld) upstream.pause();
    upstreams.add(upstream);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // One end that is lost ends the other.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        upstreams.delete(upstream);
        client.destroy();
        upstream.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hold() {
      isHeld = true;
      for (const upstream of upstreams) upstream.pause();
    },
    release() {
      isHeld = false;
      for (const upstream of upstreams) upstream.resume();
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, 'close');
    },
  };
}
