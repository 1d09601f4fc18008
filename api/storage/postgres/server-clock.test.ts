import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POSTGRES_MISSING, startPostgresServer } from '../../testing/databases/postgres-server.ts';
import type { PostgresServer } from '../../testing/databases/postgres-server.ts';
import type { Database } from '../database.ts';
import { openDatabase } from '../open-database.ts';
import { createServerClock } from './server-clock.ts';

describe.skipIf(POSTGRES_MISSING !== undefined)('the clock of the database server', () => {
  let server: PostgresServer;
  let database: Database;
  beforeAll(async () => {
    server = await startPostgresServer();
    database = await openDatabase({ engine: 'postgres', url: server.url });
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  it.each([5_000, -5_000, 0])('is followed by a machine that is %i ms ahead', async (aheadMs) => {
    const now = () => Date.now() + aheadMs;
    const clock = createServerClock(now);
    await clock.mark(database.reader);
    expect(Math.abs(now() + clock.skewMs() - Date.now())).toBeLessThan(250);
  });

  it('is followed when the machine’s own clock is set, and does not jitter otherwise', async () => {
    let aheadMs = 0;
    const clock = createServerClock(() => Date.now() + aheadMs);
    await clock.mark(database.reader);
    const first = clock.skewMs();
    for (let reading = 0; reading < 20; reading += 1) {
      await clock.mark(database.reader);
      expect(Math.abs(clock.skewMs() - first)).toBeLessThan(100);
    }
    aheadMs = 60_000;
    await clock.mark(database.reader);
    expect(clock.skewMs()).toBeLessThan(-59_000);
  });
});
