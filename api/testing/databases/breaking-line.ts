import { createServer, connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** The message that ends a transaction, as the client sends it. */
const COMMIT = Buffer.from('commit\0');
/** The one that begins a transaction that writes. */
const BEGIN = Buffer.from(' begin\0');

/** How long a server takes a lost connection for open: its transaction is in progress as long. */
const UNNOTICED_MS = 400;

/** A line to the server that breaks at a commit. */
export interface BreakingLine {
  readonly url: string;
  /**
   * When the next commit breaks it: before the server has it, or before the client has its answer; or it breaks for the client alone, before the
   * server has it, which notices a while later.
   */
  next: 'before' | 'after' | 'unnoticed' | undefined;
  /** How many commits pass before that. */
  passing: number;
  /** Called when it breaks after a commit, before the client notices. */
  beforeBreak: (() => Promise<unknown>) | undefined;
  /** Number of pieces that the client has sent. */
  parts: number;
  /** Number of times it broke. */
  readonly breaks: number;
  close(): Promise<void>;
}

/** Opens a line to the address of a server. */
export async function openBreakingLine(target: string): Promise<BreakingLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let breaks = 0;
  const server: Server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let [isLost, isWriting] = [false, false];
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', end);
    }
    near.on('data', (part: Buffer) => {
      line.parts += 1;
      isWriting ||= part.includes(BEGIN);
      const isCommit = isWriting && part.includes(COMMIT);
      if (isCommit) isWriting = false;
      if (isCommit && line.passing > 0) line.passing -= 1;
      else if (isCommit && line.next !== undefined) {
        breaks += 1;
        const when = line.next;
        line.next = undefined;
        if (when === 'before') return end();
        if (when === 'unnoticed') {
          near.off('close', end);
          setTimeout(end, UNNOTICED_MS);
          return void near.destroy();
        }
        isLost = true;
      }
      far.write(part);
    });
    far.on('data', (part: Buffer) => {
      if (isLost) void Promise.resolve(line.beforeBreak?.()).then(end);
      else near.write(part);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  const line: BreakingLine = {
    url: url.href,
    next: undefined,
    passing: 0,
    beforeBreak: undefined,
    parts: 0,
    get breaks() {
      return breaks;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return line;
}
