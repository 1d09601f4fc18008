import { openTcpLine } from '#api/testing/network/tcp-line.ts';
import type { LineConnection, TcpLine } from '#api/testing/network/tcp-line.ts';
import { REALTIME_PATH } from '#contract/realtime/path.ts';

/** A device's link to the server, which a test can cut, reject and silence. Each device has its own port. */
export interface NetworkLink extends TcpLine {
  readonly url: string;
  /** Whether new connections are accepted; open ones are unaffected. */
  isUp: boolean;
  /** Highest number of open realtime sockets; a test may reset it. */
  mostSockets: number;
  /** Connections other than realtime sockets end after this many bytes from the server; undefined for never. */
  cutAtByte: number | undefined;
  /** Number of connections ended that way. */
  byteCuts: number;
  /** Times of all attempts to open a realtime socket, in monotonic ms, rejected ones included. */
  readonly attemptsAtMs: readonly number[];
  /** Returns the number of open realtime sockets. */
  countSockets(): number;
  /** Cuts every realtime socket and returns their number. */
  cutSockets(): number;
  /** Silences open realtime sockets, as a router does that has forgotten them; new connections work. */
  silenceSockets(): void;
}

/** Opens a link to the origin of a server; devices connect to `ownPort`, 0 for a free one. */
export async function openNetworkLink(server: string, ownPort = 0): Promise<NetworkLink> {
  const line = await openTcpLine(ownPort);
  const sockets = new WeakSet<LineConnection>();
  const listSockets = (): LineConnection[] => [...line.connections].filter((connection) => sockets.has(connection));
  const attemptsAtMs: number[] = [];

  const link: NetworkLink = Object.assign(line, {
    url: line.through(server),
    isUp: true,
    mostSockets: 0,
    cutAtByte: undefined,
    byteCuts: 0,
    attemptsAtMs,
    countSockets: () => listSockets().length,
    cutSockets() {
      const cut = listSockets();
      for (const connection of cut) connection.drop();
      return cut.length;
    },
    silenceSockets: () => listSockets().forEach((connection) => connection.silence()),
  });
  link.watch = (part, direction, connection) => {
    const isSocket = sockets.has(connection);
    if (direction === 'down') {
      const afterBytes = isSocket ? undefined : link.cutAtByte;
      connection.fault = afterBytes === undefined ? undefined : { kind: 'close', direction, afterBytes };
      if (connection.bytes.down + part.length > (afterBytes ?? Infinity)) link.byteCuts += 1;
      return;
    }
    const isRejected = connection.bytes.up === 0 && !link.isUp;
    // A socket may start on a keep-alive connection of other calls.
    if (!isSocket && part.toString('latin1', 0, 100).startsWith(`GET ${REALTIME_PATH}`)) {
      sockets.add(connection);
      attemptsAtMs.push(performance.now());
      if (link.isUp) link.mostSockets = Math.max(link.mostSockets, link.countSockets());
    }
    if (isRejected) connection.drop();
  };
  return link;
}
