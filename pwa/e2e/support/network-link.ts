import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { REALTIME_PATH } from '#contract/realtime/path.ts';

/** A device's own line to the server, which a test may cut, take away and let fall silent. Each device goes by an address of its own. */
export interface NetworkLink {
  readonly url: string;
  /** Where the server is; it may move. */
  server: string;
  /** Whether connections are taken; those that are open stay as they are. */
  isUp: boolean;
  /** Realtime sockets that are open now. */
  readonly openSockets: number;
  /** The most that were open at one time; a test may begin to count anew. */
  mostSockets: number;
  /** How much later everything arrives, each way. */
  latencyMs: number;
  /** What one connection carries each way. */
  bytesPerSecond: number;
  /** Connections other than realtime sockets end when so many bytes of the server's have passed; undefined lets all pass. */
  cutAtByte: number | undefined;
  /** New connections are taken and carry nothing. */
  swallows: boolean;
  /** How many connections have ended so. */
  readonly byteCuts: number;
  /** When each realtime socket was asked for, in monotonic ms, whether the line took it or not. */
  readonly attemptsAtMs: readonly number[];
  /** Cuts every realtime socket; says how many there were. */
  cutSockets(): number;
  /** Cuts everything. */
  cut(): void;
  /** Cuts everything as a machine does that knows nothing of its connections any more. */
  reset(): void;
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
  replyBytes: number;
}

/** One direction of a connection: bytes leave in their order, as late and as slowly as the line is. */
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

/** Opens a line to the server at an address; `ownPort` is where devices find it, 0 a free one. */
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
    /** Passes on what the server says, up to where the line cuts it. */
    const passReply = (part: Buffer): void => {
      const cutAt = connection.isRealtime ? undefined : line.cutAtByte;
      const passing = cutAt === undefined ? part : part.subarray(0, Math.max(0, cutAt - connection.replyBytes));
      connection.replyBytes += passing.length;
      toNear(passing);
      if (passing.length === part.length) return;
      byteCuts += 1;
      near.end(() => drop(connection));
    };
    // A socket may begin on a connection that was kept from other calls.
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
        // Nobody hears that the other end of a silent connection has gone.
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
