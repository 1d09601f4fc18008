import { openTcpLine } from './tcp-line.ts';
import type { LineConnection } from './tcp-line.ts';

/** The message that ends a transaction, as the client sends it. */
const COMMIT = Buffer.from('commit\0');
/** The message that begins a transaction that writes. */
const BEGIN = Buffer.from(' begin\0');

/** How long the server does not notice a lost connection; its transaction stays open until then. */
const UNNOTICED_MS = 400;

/** A line to a PostgreSQL server that breaks at a commit. */
export interface CommitLine {
  readonly url: string;
  /**
   * When the line breaks at the next commit; undefined: not at all. `before`: before the server receives the commit; `after`: before the
   * client receives the answer; `unnoticed`: as `before`, but the server notices the break only a while later.
   */
  next: 'before' | 'after' | 'unnoticed' | undefined;
  /** How many commits pass before one breaks the line. */
  passing: number;
  /** Called when it breaks after a commit, before the client notices. */
  beforeBreak: (() => Promise<unknown>) | undefined;
  /** Number of pieces that the client has sent. */
  parts: number;
  /** Number of times it broke. */
  breaks: number;
  close(): Promise<void>;
}

/** Opens a line to the address of a server. */
export async function openCommitLine(target: string): Promise<CommitLine> {
  const tcp = await openTcpLine();
  const line: CommitLine = {
    url: tcp.through(target),
    next: undefined,
    passing: 0,
    beforeBreak: undefined,
    parts: 0,
    breaks: 0,
    close: () => tcp.stop(),
  };
  const writing = new WeakSet<LineConnection>();
  const lost = new WeakSet<LineConnection>();
  const breakAt = (when: NonNullable<CommitLine['next']>, connection: LineConnection): void => {
    line.breaks += 1;
    line.next = undefined;
    if (when === 'after') return void lost.add(connection);
    if (when === 'before') return connection.drop();
    connection.freeze();
    connection.near.destroy();
    setTimeout(() => connection.drop(), UNNOTICED_MS);
  };
  tcp.watch = (part, direction, connection) => {
    if (direction === 'down') {
      if (!lost.has(connection)) return;
      connection.silence();
      return void Promise.resolve(line.beforeBreak?.()).then(() => connection.drop());
    }
    line.parts += 1;
    if (part.includes(BEGIN)) writing.add(connection);
    if (!part.includes(COMMIT) || !writing.delete(connection)) return;
    if (line.passing > 0) line.passing -= 1;
    else if (line.next !== undefined) breakAt(line.next, connection);
  };
  return line;
}
