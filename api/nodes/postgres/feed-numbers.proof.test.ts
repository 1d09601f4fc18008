import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { touchCart } from '../../cart/cart.repository.ts';
import { POSTGRES_MISSING, startPostgresServer } from '../../testing/databases/postgres-server.ts';
import type { PostgresServer } from '../../testing/databases/postgres-server.ts';
import { raceUnits } from '../../testing/databases/race-units.ts';
import { createWrite } from '../../storage/create-write.ts';
import type { Database } from '../../storage/database.ts';
import { userLane } from '../../storage/lanes.ts';
import { migrate } from '../../storage/migrate.ts';
import { openDatabase } from '../../storage/open-database.ts';
import type { Write } from '../../storage/write-unit.ts';

const USERS = ['alice', 'bob'] as const;

/** Gives numbers without a lock until the commit, as a sequence of the database does: the mistake that a feed must not make. */
const PLAIN_SEQUENCE = sql`
  alter table account_clock rename to former_clock;
  create sequence plain_sequence;
  create view account_clock as select id, seq from former_clock;
  create function next_number() returns trigger language plpgsql as $$ begin
    new.seq := nextval('plain_sequence');
    return new;
  end $$;
  create trigger next_number instead of update on account_clock for each row execute function next_number()`;

describe.skipIf(POSTGRES_MISSING !== undefined)('the numbers of a feed, given by units that overlap', () => {
  let server: PostgresServer;
  let database: Database;
  let write: Write;
  let count = 0;
  let url: string;
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    const admin = await openDatabase({ engine: 'postgres', url: server.url });
    await sql`create database ${sql.id(`feed_${(count += 1)}`)}`.execute(admin.writer);
    await admin.close();
    url = server.url.replace(/postgres$/, `feed_${count}`);
    database = await openDatabase({ engine: 'postgres', url });
    await migrate(database.writer);
    const user = { issuer: '', name: '', email: '', picture: '', created_at: 0, signed_in_at: 0 };
    await database.writer
      .insertInto('user_account')
      .values(USERS.map((sub) => ({ ...user, sub })))
      .execute();
    write = await createWrite(database, () => undefined);
    return () => database.close();
  });

  /** Reads on from a cursor, as devices and administrators do. */
  const createReader = () => {
    const seen = new Set<string>();
    let cursor = 0;
    return {
      seen,
      async pull() {
        const rows = await database.reader
          .selectFrom('user_account')
          .select(['sub', 'cart_seq'])
          .where('cart_seq', '>', cursor)
          .orderBy('cart_seq')
          .execute();
        for (const { sub, cart_seq } of rows) {
          seen.add(sub);
          cursor = Math.max(cursor, cart_seq);
        }
      },
    };
  };

  /** Changes the carts of two users at the same time; returns whose changes are seen by a reader that also reads in between. */
  const readBetween = async (): Promise<string[]> => {
    const reader = createReader();
    const touch = (sub: string) => write((unit) => touchCart(unit, sub), [userLane(sub)]);
    await raceUnits(
      url,
      { table: 'user_account', on: 'update' },
      () => touch('alice'),
      async () => {
        // Bob's change ends before Alice's only where numbers are assigned without a lock.
        await touch('bob');
        await reader.pull();
      },
    );
    await reader.pull();
    return [...reader.seen].toSorted();
  };

  it('become visible in their order: no change is missed', async () => {
    expect(await readBetween()).toEqual(['alice', 'bob']);
  });

  it('would lose a change forever if they came from a plain sequence', async () => {
    await PLAIN_SEQUENCE.execute(database.writer);
    expect(await readBetween()).toEqual(['bob']);
  });
});
