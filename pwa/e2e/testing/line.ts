import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { REALTIME_PATH } from '#contract/realtime/path.ts';

/** A device's own line to the server, which a test may cut, take away and let fall silent. Each device goes by an address of its own. */
export interface Line {
  readonly url: string;
  /** Where the server is; it may move. */
  server: string;
  /** Whether connections are taken; those that are open stay as they are. */
  isUp: boolean;
  /** Realtime sockets that are open now, the most that were at one time, and how many there have been. */
  readonly sockets: { readonly open: number; readonly most: number; readonly total: number };
  /** Cuts every realtime socket; says how many there were. */
  cutSockets(): number;
  /** Cuts everything. */
  cut(): void;
  /** What is open stays open and carries nothing any more, as when a router has forgotten it. New connections work. */
  silence(): void;
  stop(): Promise<void>;
}

interface Connection {
  readonly near: Socket;
  readonly far: Socket;
  isRealtime: boolean;
  isSilent: boolean;
}

/** Opens a line to the server at an address. */
export async function openLine(server: string): Promise<Line> {
  const open = new Set<Connection>();
  const sockets = { most: 0, total: 0 };
  const realtime = (): Connection[] => [...open].filter(({ isRealtime }) => isRealtime);
  const drop = (connection: Connection): void => {
    open.delete(connection);
    connection.near.destroy();
    connection.far.destroy();
  };

  const listener = createServer((near) => {
    if (!line.isUp) return void near.destroy();
    const { hostname, port } = new URL(line.server);
    const connection: Connection = { near, far: connect(Number(port), hostname), isRealtime: false, isSilent: false };
    open.add(connection);
    const { far } = connection;
    near.once('data', (first: Buffer) => {
      connection.isRealtime = first.toString('latin1', 0, 100).startsWith(`GET ${REALTIME_PATH}`);
      if (!connection.isRealtime) return;
      sockets.total += 1;
      sockets.most = Math.max(sockets.most, realtime().length);
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (part: Buffer) => {
        if (!connection.isSilent) to.write(part);
      });
      from.on('error', () => drop(connection));
      from.on('close', () => {
        // Nobody hears that the other end of a silent connection has gone.
        if (!connection.isSilent || from === near) drop(connection);
      });
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));

  const line: Line = {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    server,
    isUp: true,
    get sockets() {
      return { ...sockets, open: realtime().length };
    },
    cutSockets() {
      const cut = realtime();
      cut.forEach(drop);
      return cut.length;
    },
    cut: () => [...open].forEach(drop),
    silence() {
      for (const connection of open) connection.isSilent = true;
    },
    stop: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        line.cut();
      }),
  };
  return line;
}
