import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { APPLICATION_NAME } from '../../nodes/postgres/postgres-pool.ts';

/** The advisory lock at which the first unit is held. */
const HOLD = 77_001;
const TIMEOUT_MS = 10_000;

/** The statement at which the first unit is held: by then, the unit has decided what it writes. */
export interface HeldStatement {
  readonly table: string;
  readonly on: 'insert' | 'update';
}

/**
 * Lets two units on PostgreSQL overlap: the first one is held at the first row that it writes to a table, until the second has ended or
 * waits for a lock. The result does not depend on timing. @throws Error when the first unit ends without a write to that table
 */
export async function raceUnits<First, Second>(
  url: string,
  { table, on }: HeldStatement,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[PromiseSettledResult<First>, PromiseSettledResult<Second>]> {
  const control = new pg.Client({ connectionString: url });
  await control.connect();
  const find = async (text: string, ...values: readonly unknown[]): Promise<number | undefined> => {
    const { rows } = await control.query<{ pid: number }>(text, [...values]);
    return rows[0]?.pid;
  };
  try {
    await control.query(`
      create sequence race_arrival;
      create function race_hold() returns trigger language plpgsql as $$ begin
        if nextval('race_arrival') = 1 then perform pg_advisory_xact_lock_shared(${HOLD}); end if;
        return new;
      end $$;
      create trigger race_hold before ${on} on "${table}" for each row execute function race_hold();
      select pg_advisory_lock(${HOLD})`);
    const one = watch(first());
    const held = await poll(one, () =>
      find(`select pid from pg_locks where locktype = 'advisory' and objid = ${HOLD} and not granted`),
    );
    if (held === undefined)
      throw new Error(`the first unit did not ${on} ${table}: ${JSON.stringify(await one.settled)}`);
    const other = watch(second());
    await poll(other, () =>
      find(
        // Background work that excludes all units also waits for the first unit; it must not be taken for the second one.
        `select pid from pg_stat_activity where datname = current_database() and application_name = '${APPLICATION_NAME}'
          and wait_event_type = 'Lock' and pid <> $1 and query not like 'begin; select pg\\_advisory\\_xact\\_lock(%'`,
        held,
      ),
    );
    await control.query(`select pg_advisory_unlock(${HOLD})`);
    return [await one.settled, await other.settled];
  } finally {
    await control.query('select pg_advisory_unlock_all()');
    await control.query('drop function if exists race_hold cascade; drop sequence if exists race_arrival');
    await control.end();
  }
}

interface Watched<T> {
  readonly settled: Promise<PromiseSettledResult<T>>;
  isSettled: boolean;
}

function watch<T>(running: Promise<T>): Watched<T> {
  const settled = Promise.allSettled([running]).then(([result]) => {
    watched.isSettled = true;
    return result;
  });
  const watched: Watched<T> = { settled, isSettled: false };
  return watched;
}

/** Asks until there is an answer, or the work has ended (undefined). @throws Error when neither happens in time */
async function poll<T>(work: Watched<T>, ask: () => Promise<number | undefined>): Promise<number | undefined> {
  const endMs = performance.now() + TIMEOUT_MS;
  while (!work.isSettled) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > endMs) throw new Error('a unit neither ended nor waited');
    await delay(5);
  }
  return undefined;
}
