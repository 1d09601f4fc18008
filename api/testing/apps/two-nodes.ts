import { startPostgresServer } from '../databases/postgres-server.ts';
import { raceUnits } from '../databases/race-units.ts';
import type { HeldStatement } from '../databases/race-units.ts';
import { startTestApp } from './test-app.ts';
import type { TestApp } from './test-app.ts';

const HOUR_MS = 3_600_000;

/** Two servers in this process that share a PostgreSQL database; their jobs for orders do not run during a test. */
export interface TwoNodes {
  readonly nodes: readonly [TestApp, TestApp];
  /** Runs `raceUnits` on their database; returns both values. @throws the reason of the first call that was rejected */
  race<First, Second>(
    at: HeldStatement,
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ): Promise<[First, Second]>;
  stop(): Promise<void>;
}

export async function startTwoNodes(): Promise<TwoNodes> {
  const server = await startPostgresServer();
  const start = () =>
    startTestApp({
      env: { DATABASE_URL: server.url },
      orderingTimes: { jobIntervalMs: HOUR_MS, pollIntervalMs: HOUR_MS },
    });
  const nodes = [await start(), await start()] as const;
  return {
    nodes,
    async race(at, first, second) {
      const [one, other] = await raceUnits(server.url, at, first, second);
      if (one.status === 'rejected') throw one.reason;
      if (other.status === 'rejected') throw other.reason;
      return [one.value, other.value];
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await server.stop();
    },
  };
}
