import type { TcpLine, LineFault } from '../network/tcp-line.ts';

/** The lines that lead from all nodes to each server; undefined where there is no such server. */
export interface Lines {
  readonly postgres: TcpLine;
  readonly valkey: TcpLine | undefined;
  readonly bucket: TcpLine | undefined;
}

/** A fault that can be caused on a line; `cause` returns a function that ends it. */
export interface ChaosFault {
  readonly name: string;
  cause(random: () => number): () => Promise<void> | void;
}

/** Maximum number of bytes before a fault. Many connections meet it much earlier, so that faults also hit the first messages. */
const MOST_BYTES = 20_000;
/** Share of the transmitted parts at which the connection is frozen; at the same share of parts, it is reset. */
const SHARE_OF_PARTS = 0.003;
const MAX_DELAY_MS = 200;

type Cause = (line: TcpLine, random: () => number) => () => Promise<void> | void;
const nothing = (): void => undefined;

/** Resets all connections; half of the new ones meet a fault after some bytes. */
const afterBytes =
  (kind: LineFault['kind']): Cause =>
  (line, random) => {
    line.plan = () => {
      if (random() < 0.5) return undefined;
      return {
        kind,
        direction: random() < 0.5 ? 'up' : 'down',
        afterBytes: Math.floor(random() ** 2 * MOST_BYTES),
      };
    };
    line.resetAll();
    return () => {
      line.plan = () => undefined;
      line.resetAll();
    };
  };

const CAUSES: Readonly<Record<string, Cause>> = {
  'all connections frozen': (line) => {
    line.freezeAll();
    return nothing;
  },
  'gone without a sign': (line) => {
    line.isSilent = true;
    line.freezeAll();
    return () => {
      line.isSilent = false;
    };
  },
  'all connections reset': (line) => {
    line.resetAll();
    return nothing;
  },
  'connections refused': (line) => {
    line.reject();
    line.resetAll();
    return () => line.accept();
  },
  slow: (line, random) => {
    line.latencyMs = random() * MAX_DELAY_MS;
    return () => {
      line.latencyMs = 0;
    };
  },
  'reset after some bytes': afterBytes('reset'),
  'half closed after some bytes': afterBytes('half-close'),
  'frozen after some bytes': afterBytes('freeze'),
  'some connections reset, some frozen': (line, random) => {
    line.watch = (_part, _direction, connection) => {
      const choice = random() / SHARE_OF_PARTS;
      if (choice < 1) connection.freeze();
      else if (choice < 2) connection.reset();
    };
    return () => {
      line.watch = nothing;
    };
  },
};

/** Lists the faults of all lines. */
export const listChaosFaults = (lines: Lines): readonly ChaosFault[] =>
  Object.entries(lines).flatMap(([server, line]: readonly [string, TcpLine | undefined]) =>
    Object.entries(line ? CAUSES : {}).map(([name, cause]) => ({
      name: `${server}: ${name}`,
      cause: (random) => cause(line as TcpLine, random),
    })),
  );
