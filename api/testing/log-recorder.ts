import type { DestinationStream } from 'pino';

/** A line of the log, parsed. */
export type LogLine = Readonly<Record<string, unknown>>;

/** A destination of the log that keeps what it gets. */
export interface LogRecorder {
  readonly logTo: DestinationStream;
  /** Everything that was written. */
  text(): string;
  /** The security events so far, optionally those of one name. */
  events(name?: string): readonly LogLine[];
  clear(): void;
}

export function createLogRecorder(): LogRecorder {
  let lines: string[] = [];
  return {
    logTo: { write: (line) => void lines.push(line) },
    text: () => lines.join(''),
    events: (name) =>
      lines
        .map((line) => JSON.parse(line) as LogLine)
        .filter(({ security }) => security !== undefined && (name === undefined || security === name)),
    clear() {
      lines = [];
    },
  };
}
