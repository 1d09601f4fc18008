import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** Direction of bytes: `up` from the program that connects, `down` to it. */
export type Direction = 'up' | 'down';

/** What happens to a connection when more than `afterBytes` would pass in a direction. */
export interface LineFault {
  /**
   * `reset`: both ends get an RST. `close`: the receiver gets a FIN, and then both ends are closed. `half-close`: the receiver gets a FIN.
   * `freeze`: see {@link LineConnection.freeze}.
   */
  readonly kind: 'reset' | 'close' | 'half-close' | 'freeze';
  readonly direction: Direction;
  readonly afterBytes: number;
}

/** A connection that goes over a line. */
export interface LineConnection {
  /** The socket of the program that connects. */
  readonly near: Socket;
  /** Bytes sent so far in each direction. */
  readonly bytes: Readonly<Record<Direction, number>>;
  fault: LineFault | undefined;
  /** Nothing passes any more, and neither side learns that the other closes, as when a host loses its power or its network. */
  freeze(): void;
  /** Nothing passes any more except the close of the near end, as when a router has forgotten the connection. */
  silence(): void;
  /** Both ends get an RST. */
  reset(): void;
  /** Closes both ends. */
  drop(): void;
}

/** A network line to a server, with faults as real networks have them. */
export interface TcpLine {
  /** Port of this machine at which the line begins. */
  readonly port: number;
  /** The open connections. */
  readonly connections: ReadonlySet<LineConnection>;
  /** Leads new connections to a server; returns the URL that reaches it through the line. */
  through(url: string): string;
  /** Chooses the fault of a new connection; undefined: none. */
  plan: () => LineFault | undefined;
  /** Sees bytes before they pass; they do not pass if it closes or silences their connection. */
  watch: (part: Buffer, direction: Direction, connection: LineConnection) => void;
  /** Latency in each direction, in ms. */
  latencyMs: number;
  /** Bandwidth of one connection in each direction. */
  bytesPerSecond: number;
  /** Whether new connections are accepted but silenced. */
  isSilent: boolean;
  freezeAll(): void;
  silenceAll(): void;
  resetAll(): void;
  dropAll(): void;
  /** Keeps back what servers send until `release`. */
  hold(): void;
  release(): void;
  /** Rejects new connections until `accept`. */
  reject(): void;
  accept(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens a line that leads nowhere yet; programs connect to `ownPort`, 0 for a free one. */
export async function openTcpLine(ownPort = 0): Promise<TcpLine> {
  let target = { host: '127.0.0.1', port: 0 };
  let isHeld = false;
  let server: Server | undefined;
  const connections = new Set<LineConnection>();
  const fars = new Set<Socket>();

  const join = (near: Socket): void => {
    const far = connect({ ...target, allowHalfOpen: true, noDelay: true });
    near.setNoDelay(true);
    fars.add(far);
    if (isHeld) far.pause();
    let [isSilent, isFrozen] = [false, false];
    const bytes = { up: 0, down: 0 };
    const leave = (): void => {
      isSilent = true;
      connections.delete(connection);
      fars.delete(far);
    };
    const connection: LineConnection = {
      near,
      bytes,
      fault: line.plan(),
      freeze: () => void ([isSilent, isFrozen] = [true, true]),
      silence: () => void (isSilent = true),
      reset() {
        leave();
        near.resetAndDestroy();
        far.resetAndDestroy();
      },
      drop() {
        leave();
        near.destroy();
        far.destroy();
      },
    };
    connections.add(connection);
    if (line.isSilent) connection.silence();
    for (const [from, to, direction] of [
      [near, far, 'up'],
      [far, near, 'down'],
    ] as const) {
      const lane = createLane(line);
      const inTurn = (length: number, step: () => void): void => lane(length, () => !isSilent && step());
      let hasFailed = false;
      const fail = ({ kind }: LineFault): void => {
        if (kind === 'close') to.end(() => connection.drop());
        else if (kind === 'half-close') to.end();
        else connection[kind]();
      };
      from.on('data', (part: Buffer) => {
        if (isSilent || hasFailed) return;
        line.watch(part, direction, connection);
        if (isSilent) return;
        const { fault } = connection;
        const room = fault?.direction === direction ? Math.max(0, fault.afterBytes - bytes[direction]) : Infinity;
        bytes[direction] += part.length;
        hasFailed = part.length > room;
        inTurn(part.length, () => {
          to.write(part.subarray(0, room));
          if (fault && part.length > room) fail(fault);
        });
      });
      from.on('end', () => {
        if (isSilent && !isFrozen && from === near) connection.drop();
        else if (!hasFailed) inTurn(0, () => to.end());
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        if (!isSilent) inTurn(0, () => connection.drop());
        else if (!isFrozen && from === near) connection.drop();
      });
    }
  };

  const listen = async (port: number): Promise<void> => {
    server = createServer({ allowHalfOpen: true }, join);
    await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  const reject = (): void => {
    server?.close();
    server = undefined;
  };
  await listen(ownPort);
  const { port } = (server as unknown as Server).address() as AddressInfo;

  const line: TcpLine = {
    port,
    connections,
    through(text) {
      const url = new URL(text);
      target = { host: url.hostname, port: Number(url.port) };
      Object.assign(url, { hostname: '127.0.0.1', port: String(port) });
      return url.href.replace(/\/$/, '');
    },
    plan: () => undefined,
    watch: () => undefined,
    latencyMs: 0,
    bytesPerSecond: Infinity,
    isSilent: false,
    freezeAll: () => connections.forEach((connection) => connection.freeze()),
    silenceAll: () => connections.forEach((connection) => connection.silence()),
    resetAll: () => connections.forEach((connection) => connection.reset()),
    dropAll: () => connections.forEach((connection) => connection.drop()),
    hold() {
      isHeld = true;
      for (const far of fars) far.pause();
    },
    release() {
      isHeld = false;
      for (const far of fars) far.resume();
    },
    reject,
    async accept() {
      if (!server) await listen(port);
    },
    async stop() {
      const closed = server && once(server, 'close');
      reject();
      line.dropAll();
      await closed;
    },
  };
  return line;
}

/** One direction of a connection: steps are taken in their order, with the line's latency and bandwidth. */
function createLane(line: TcpLine): (length: number, step: () => void) => void {
  let freeAtMs = 0;
  let waiting = 0;
  let tail = Promise.resolve();
  return (length, step) => {
    if (waiting === 0 && line.latencyMs === 0 && line.bytesPerSecond === Infinity) return step();
    freeAtMs = Math.max(freeAtMs, performance.now() + line.latencyMs) + (length / line.bytesPerSecond) * 1_000;
    const leavesAtMs = freeAtMs;
    waiting += 1;
    tail = tail.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, leavesAtMs - performance.now()));
      waiting -= 1;
      step();
    });
  };
}
