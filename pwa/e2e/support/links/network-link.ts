import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { REALTIME_PATH } from '#contract/realtime/path.ts';

/** A device's link to the server, which a test can cut, reject and silence. Each device has its own port. */
export interface NetworkLink {
  readonly url: string;
  /** Origin of the server; it may change. */
  server: string;
  /** Whether new connections are accepted; open ones are unaffected. */
  isUp: boolean;
  /** Number of open realtime sockets. */
  readonly openSockets: number;
  /** Highest number of open sockets; a test may reset it. */
  mostSockets: number;
  /** Latency in each direction. */
  latencyMs: number;
  /** Bandwidth of one connection in each direction. */
  bytesPerSecond: number;
  /** Connections other than realtime sockets end after this many bytes of the server; undefined for never. */
  cutAtByte: number | undefined;
  /** New connections are accepted and carry nothing. */
  swallows: boolean;
  /** Number of connections ended that way. */
  readonly byteCuts: number;
  /** Times of all attempts to open a realtime socket, in monotonic ms, rejected ones included. */
  readonly attemptsAtMs: readonly number[];
  /** Cuts every realtime socket and returns their number. */
  cutSockets(): number;
  /** Cuts everything. */
  cut(): void;
  /** Resets everything, as a machine that has forgotten its connections. */
  reset(): void;
  /** Silences open realtime sockets, as a router that has forgotten them; new connections work. */
  silenceSockets(): void;
  /** Silences every open connection, keep-alive connections of other calls included. */
  silence(): void;
  stop(): Promise<void>;
}

interface Connection {
  readonly near: Socket;
  readonly far: Socket;
  isRealtime: boolean;
  isSilent: boolean;
  replyBytes: number;
}

/** One direction of a connection: bytes leave in order, with the link's latency and bandwidth. */
function createLane(line: NetworkLink, to: Socket): (part: Buffer) => void {
  let freeAtMs = 0;
  let waiting = 0;
  let tail = Promise.resolve();
  const write = (part: Buffer): void => {
    if (!to.destroyed) to.write(part);
  };
  return (part) => {
    if (waiting === 0 && line.latencyMs === 0 && line.bytesPerSecond === Number.POSITIVE_INFINITY) {
      write(part);
      return;
    }
    freeAtMs = Math.max(freeAtMs, performance.now() + line.latencyMs) + (part.length / line.bytesPerSecond) * 1_000;
    const leavesAtMs = freeAtMs;
    waiting += 1;
    tail = tail.then(async () => {
      await sleep(Math.max(0, leavesAtMs - performance.now()));
      waiting -= 1;
      write(part);
    });
  };
}

/** Opens a link to the server; devices connect to `ownPort`, 0 for a free one. */
export async function openNetworkLink(server: string, ownPort = 0): Promise<NetworkLink> {
  const open = new Set<Connection>();
  const attemptsAtMs: number[] = [];
  let byteCuts = 0;
  const realtime = (): Connection[] => [...open].filter(({ isRealtime }) => isRealtime);
  const drop = (connection: Connection): void => {
    open.delete(connection);
    connection.near.destroy();
    connection.far.destroy();
  };

  const listener = createServer((near) => {
    const { hostname, port } = new URL(line.server);
    const connection: Connection = {
      near,
      far: connect(Number(port), hostname),
      isRealtime: false,
      isSilent: line.swallows,
      replyBytes: 0,
    };
    open.add(connection);
    const { far } = connection;
    const [toNear, toFar] = [createLane(line, near), createLane(line, far)];
    /** Forwards the server's bytes up to the configured cut. */
    const passReply = (part: Buffer): void => {
      const cutAt = connection.isRealtime ? undefined : line.cutAtByte;
      const passing = cutAt === undefined ? part : part.subarray(0, Math.max(0, cutAt - connection.replyBytes));
      connection.replyBytes += passing.length;
      toNear(passing);
      if (passing.length === part.length) return;
      byteCuts += 1;
      near.end(() => drop(connection));
    };
    // A socket may start on a keep-alive connection of other calls.
    near.on('data', (part: Buffer) => {
      if (connection.isRealtime || !part.toString('latin1', 0, 100).startsWith(`GET ${REALTIME_PATH}`)) return;
      connection.isRealtime = true;
      attemptsAtMs.push(performance.now());
      if (line.isUp) line.mostSockets = Math.max(line.mostSockets, realtime().length);
    });
    near.once('data', () => {
      if (!line.isUp) drop(connection);
    });
    for (const [from, pass] of [
      [near, toFar],
      [far, passReply],
    ] as const) {
      from.on('data', (part: Buffer) => {
        if (!connection.isSilent) pass(part);
      });
      from.on('error', () => drop(connection));
      from.on('close', () => {
        // The close of a silent connection does not reach the other end.
        if (!connection.isSilent || from === near) drop(connection);
      });
    }
  });
  await new Promise<void>((resolve) => listener.listen(ownPort, '127.0.0.1', resolve));

  const line: NetworkLink = {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    server,
    isUp: true,
    get openSockets() {
      return realtime().length;
    },
    mostSockets: 0,
    latencyMs: 0,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    cutAtByte: undefined,
    swallows: false,
    get byteCuts() {
      return byteCuts;
    },
    attemptsAtMs,
    cutSockets() {
      const cut = realtime();
      cut.forEach(drop);
      return cut.length;
    },
    cut: () => [...open].forEach(drop),
    reset() {
      for (const connection of open) connection.near.resetAndDestroy();
      line.cut();
    },
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
