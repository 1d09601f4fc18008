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
  /** Realtime sockets that are open now. */
  readonly openSockets: number;
  /** The most that were open at one time; a test may begin to count anew. */
  mostSockets: number;
  /** When each realtime socket was asked for, in monotonic ms, whether the line took it or not. */
  readonly attemptsAtMs: readonly number[];
  /** Cuts every realtime socket; says how many there were. */
  cutSockets(): number;
  /** Cuts everything. */
  cut(): void;
  /** Realtime sockets that are open stay open and carry nothing any more, as when a router has forgotten them. New connections work. */
  silenceSockets(): void;
  /** Everything that is open falls silent so: kept connections of other calls as well. */
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
  const attemptsAtMs: number[] = [];
  const realtime = (): Connection[] => [...open].filter(({ isRealtime }) => isRealtime);
  const drop = (connection: Connection): void => {
    open.delete(connection);
    connection.near.destroy();
    connection.far.destroy();
  };

  const listener = createServer((near) => {
    const { hostname, port } = new URL(line.server);
    const connection: Connection = { near, far: connect(Number(port), hostname), isRealtime: false, isSilent: false };
    open.add(connection);
    const { far } = connection;
    near.once('data', (first: Buffer) => {
      connection.isRealtime = first.toString('latin1', 0, 100).startsWith(`GET ${REALTIME_PATH}`);
      if (connection.isRealtime) attemptsAtMs.push(performance.now());
      if (line.isUp) line.mostSockets = Math.max(line.mostSockets, realtime().length);
      else drop(connection);
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (part: Buffer) => {
        if (!connection.isSilent && !to.destroyed) to.write(part);
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
    get openSockets() {
      return realtime().length;
    },
    mostSockets: 0,
    attemptsAtMs,
    cutSockets() {
      const cut = realtime();
      cut.forEach(drop);
      return cut.length;
    },
    cut: () => [...open].forEach(drop),
    silenceSockets() {
      for (const connection of realtime()) connection.isSilent = true;
    },
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
