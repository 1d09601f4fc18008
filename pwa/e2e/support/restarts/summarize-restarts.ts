import type { Outage } from './reconnecting-sockets.ts';

/** One restart of a node; times of `performance.now()`. */
export interface Restart {
  readonly signalledAtMs: number;
  readonly exitedAtMs: number;
  readonly readyAtMs: number;
  readonly exitCode: number | null;
}

/** How a restart affected the sockets of its node. */
export interface SocketsOfRestart {
  /** Number of the node's sockets that closed. */
  readonly sockets: number;
  /** Percentiles of the time from a socket's close to the first answer on its successor, in ms; infinite for a socket that is not back. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** The most connections, including rejected ones, that began within 1 s and within 100 ms, as shares of the node's sockets. */
  readonly herd: { readonly of1s: number; readonly of100ms: number };
  readonly connections: number;
}

/** Sums up each restart by the sockets that closed or connected between its signal and the signal of the next restart. */
export function summarizeRestarts(
  restarts: readonly Restart[],
  outages: readonly Outage[],
  connectedAtMs: readonly number[],
): SocketsOfRestart[] {
  return restarts.map(({ signalledAtMs }, index) => {
    const endMs = restarts[index + 1]?.signalledAtMs ?? Infinity;
    const isWithin = (atMs: number): boolean => atMs >= signalledAtMs && atMs < endMs;
    const own = outages.filter(({ closedAtMs }) => isWithin(closedAtMs));
    const connected = connectedAtMs.filter(isWithin);
    const times = own.map(({ closedAtMs, servedAtMs = Infinity }) => servedAtMs - closedAtMs);
    const shareOf = (count: number): number => (own.length === 0 ? 0 : count / own.length);
    return {
      sockets: own.length,
      ...listPercentiles(times),
      herd: {
        of1s: shareOf(countMostWithin(connected, 1_000)),
        of100ms: shareOf(countMostWithin(connected, 100)),
      },
      connections: connected.length,
    };
  });
}

/** Returns the median, the 99th percentile and the largest of the numbers; zeros for an empty list. */
export function listPercentiles(numbers: readonly number[]): { p50: number; p99: number; max: number } {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** Returns the largest number of the given times that lie within any one window of this length. */
export function countMostWithin(timesMs: readonly number[], lengthMs: number): number {
  const sorted = timesMs.toSorted((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [index, atMs] of sorted.entries()) {
    while (atMs - (sorted[first] ?? atMs) >= lengthMs) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
