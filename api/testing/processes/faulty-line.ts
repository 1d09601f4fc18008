import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** From the program that connects, or to it. */
export type Direction = 'up' | 'down';

/** What happens to a connection once so many bytes have passed in a direction. */
export interface LineFault {
  /**
   * `reset`: both ends get an RST. `half-close`: the end that would receive more gets a FIN. `freeze`: nothing passes any more and neither end
   * is told, as when a host loses its power or its network.
   */
  readonly kind: 'reset' | 'half-close' | 'freeze';
  readonly direction: Direction;
  readonly afterBytes: number;
}

/** A line to a server, which breaks as real ones do. */
export interface FaultyLine {
  /** Leads the line to a server on this machine; returns the URL by way of it. */
  through(url: string): string;
  /** Chooses what happens to a new connection; undefined: nothing. */
  plan: () => LineFault | undefined;
  /** Looks at the bytes that pass; `freeze` and `reset` are of their connection. */
  watch: (part: Buffer, direction: Direction, line: { freeze(): void; reset(): void }) => void;
  /** Delay of each part, in ms. */
  delayMs: number;
  /** Freezes all connections for good. */
  freezeAll(): void;
  /** Resets all connections. */
  resetAll(): void;
  /** Whether new connections are accepted and never answered. */
  isSilent: boolean;
  /** Rejects new connections until `accept`. */
  reject(): void;
  accept(): Promise<void>;
  stop(): Promise<void>;
}

interface Connection {
  freeze(): void;
  reset(): void;
  destroy(): void;
}

/** Opens a line that leads nowhere yet. */
export async function openFaultyLine(): Promise<FaultyLine> {
  let targetPort = 0;
  const connections = new Set<Connection>();
  let server: Server | undefined;

  const join = (near: Socket): void => {
    const far = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    near.setNoDelay(true);
    let isFrozen = false;
    const connection: Connection = {
      freeze() {
        isFrozen = true;
        near.pause();
        far.pause();
      },
      reset() {
        isFrozen = true;
        connections.delete(connection);
        near.resetAndDestroy();
        far.resetAndDestroy();
      },
      destroy() {
        near.destroy();
        far.destroy();
      },
    };
    connections.add(connection);
    if (line.isSilent) connection.freeze();
    const fault = line.plan();
    for (const [from, to, direction] of [
      [near, far, 'up'],
      [far, near, 'down'],
    ] as const) {
      let passed = 0;
      let sent = Promise.resolve();
      const inTurn = (step: () => void): void => {
        const { delayMs } = line;
        sent = sent.then(async () => {
          if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
          if (!isFrozen) step();
        });
      };
      const passOn = (part: Buffer): void => {
        if (isFrozen) return;
        line.watch(part, direction, connection);
        if (isFrozen) return;
        const end = fault?.direction === direction ? fault.afterBytes - passed : Infinity;
        passed += part.length;
        if (part.length < end) return inTurn(() => to.write(part));
        // More is sent after a half-close.
        if (end <= 0 && passed > part.length) return;
        inTurn(() => {
          to.write(part.subarray(0, end));
          if (fault?.kind === 'freeze') connection.freeze();
          else if (fault?.kind === 'reset') connection.reset();
          else to.end();
        });
      };
      from.on('data', passOn);
      from.on('end', () => inTurn(() => to.end()));
      from.on('error', () => undefined);
      from.on('close', () => {
        // The other end of a frozen connection is not told.
        if (isFrozen) return;
        inTurn(() => to.destroy());
        connections.delete(connection);
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
  await listen(0);
  const { port } = (server as unknown as Server).address() as AddressInfo;

  const line: FaultyLine = {
    through(url) {
      const target = new URL(url);
      targetPort = Number(target.port);
      target.port = String(port);
      return target.href.replace(/\/$/, '');
    },
    plan: () => undefined,
    watch: () => undefined,
    delayMs: 0,
    isSilent: false,
    freezeAll() {
      for (const connection of connections) connection.freeze();
    },
    resetAll() {
      for (const connection of connections) connection.reset();
    },
    reject,
    async accept() {
      if (!server) await listen(port);
    },
    async stop() {
      reject();
      for (const connection of connections) connection.destroy();
      connections.clear();
    },
  };
  return line;
}
