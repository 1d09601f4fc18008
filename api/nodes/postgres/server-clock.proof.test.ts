import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { POSTGRES_MISSING, startPostgresServer } from '../../testing/databases/postgres-server.ts';
import type { PostgresServer } from '../../testing/databases/postgres-server.ts';
import type { Database } from '../../storage/database.ts';
import { openDatabase } from '../../storage/open-database.ts';
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

  it('is followed whatever the clock of the machine shows', async () => {
    const machine = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    const clock = createServerClock();
    await clock.mark(database.reader);
    machine.mockRestore();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(250);
  });

  it('does not jump when the machine’s own clock is set', async () => {
    const clock = createServerClock();
    await clock.mark(database.reader);
    const before = clock.now();
    const machine = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    const after = clock.now();
    machine.mockRestore();
    expect(after - before).toBeGreaterThanOrEqual(0);
    expect(after - before).toBeLessThan(250);
  });

  it('stays as it is when a slow answer leaves the exact time uncertain', async () => {
    /** How much earlier the next readings of the machine seem to be, in ms. */
    const earlierMs: number[] = [];
    const clock = createServerClock(() => performance.now() - (earlierMs.shift() ?? 0));
    await clock.mark(database.reader);
    const lead = (): number => clock.now() - performance.now();
    const before = lead();
    earlierMs.push(80);
    await clock.mark(database.reader);
    expect(Math.abs(lead() - before)).toBeLessThan(10);
  });

  it('is followed when it is set, or the machine has slept, and does not jitter otherwise', async () => {
    let sleptMs = 0;
    const clock = createServerClock(() => performance.now() - sleptMs);
    await clock.mark(database.reader);
    for (let reading = 0; reading < 20; reading += 1) {
      await clock.mark(database.reader);
      expect(Math.abs(clock.now() - Date.now())).toBeLessThan(100);
    }
    sleptMs = 60_000;
    expect(clock.now() - Date.now()).toBeLessThan(-59_000);
    await clock.mark(database.reader);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(250);
  });
});
