import { describe, expect, it } from 'vitest';
import { countMostWithin, summarizeRestarts } from './summarize-restarts.ts';

const restart = (signalledAtMs: number) => ({ signalledAtMs, exitedAtMs: 0, readyAtMs: 0, exitCode: 0 });

describe('the summary of restarts', () => {
  it.each([
    [[], 0],
    [[5], 1],
    [[0, 999], 2],
    [[0, 1_000], 1],
    [[3_000, 0, 900, 1_200, 1_800, 1_899], 4],
  ])('of the times %j, at most %i are within a second', (times, most) => {
    expect(countMostWithin(times, 1_000)).toBe(most);
  });

  it('assigns to each restart the sockets that closed or connected before the next restart', () => {
    const outages = [
      { closedAtMs: 100, servedAtMs: 1_100 },
      { closedAtMs: 200, servedAtMs: 3_200 },
      { closedAtMs: 10_000, servedAtMs: 10_500 },
    ];
    const [first, second] = summarizeRestarts([restart(0), restart(9_000)], outages, [1_000, 1_050, 3_000, 10_400]);
    expect(first).toEqual({
      sockets: 2,
      p50: 1_000,
      p99: 3_000,
      max: 3_000,
      herd: { of1s: 1, of100ms: 1 },
      connections: 3,
    });
    expect(second).toMatchObject({ sockets: 1, max: 500, connections: 1 });
  });

  it('reports an infinite outage for a socket that did not come back', () => {
    expect(summarizeRestarts([restart(0)], [{ closedAtMs: 1 }], [])[0]?.max).toBe(Infinity);
  });
});
