import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf } from '../engine-of.ts';
import { columnTypesOf } from './create-table.ts';

/** A new nonce as an expression: 12 hexadecimal digits. */
const NONCE = {
  sqlite: sql`lower(hex(randomblob(6)))`,
  postgres: sql`left(replace(gen_random_uuid()::text, '-', ''), 12)`,
} as const;

/** What a trigger notes: the column of a counter, and the counter's name within the trigger. */
interface Counted {
  readonly trigger: string;
  readonly table: string;
  readonly column: string;
  readonly counter: RawBuilder<unknown>;
  /** Whether rows of the table are also inserted later, not only updated. */
  readonly isAdded: boolean;
}

const COUNTED: readonly Counted[] = [
  { trigger: 'history_of_shop', table: 'shop', column: 'seq', counter: sql`new.key`, isAdded: true },
  { trigger: 'history_of_views', table: 'shop', column: 'views_seq', counter: sql`new.key || ' views'`, isAdded: true },
  { trigger: 'history_of_account', table: 'account_clock', column: 'seq', counter: sql`'account'`, isAdded: false },
  { trigger: 'history_of_chats', table: 'chat_clock', column: 'seq', counter: sql`'chats'`, isAdded: false },
];

/**
 * Adds the history of each counter: a random nonce for every number that a commit has given. Triggers note it, so that no writer can forget
 * to. The table `data_line` of earlier versions stays as long as nodes of a version that reads it can run.
 */
export const history: Migration = {
  async up(db: Kysely<unknown>) {
    const engine = engineOf(db);
    const { text, integer } = columnTypesOf(db);
    const table = db.schema
      .createTable('history')
      .addColumn('counter', text, (column) => column.notNull())
      .addColumn('seq', integer, (column) => column.notNull())
      .addColumn('nonce', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('history_key', ['counter', 'seq']);
    // Without a separate index, the table takes half the space.
    await (engine === 'sqlite' ? table.modifyEnd(sql`strict, without rowid`) : table).execute();
    await sql`insert into history (counter, seq, nonce)
      select key, seq, ${NONCE[engine]} from shop
      union all select key || ' views', views_seq, ${NONCE[engine]} from shop
      union all select 'account', seq, ${NONCE[engine]} from account_clock
      union all select 'chats', seq, ${NONCE[engine]} from chat_clock`.execute(db);
    for (const counted of COUNTED) await createTriggers(db, engine, counted);
  },
};

async function createTriggers(
  db: Kysely<unknown>,
  engine: ReturnType<typeof engineOf>,
  { trigger, table, column, counter, isAdded }: Counted,
): Promise<void> {
  const number = sql`new.${sql.ref(column)}`;
  const note = sql`insert into history (counter, seq, nonce) values (${counter}, ${number}, ${NONCE[engine]})
    on conflict (counter, seq)`;
  const create = async (name: string, event: RawBuilder<unknown>, action: RawBuilder<unknown>): Promise<void> => {
    if (engine === 'sqlite') {
      await sql`create trigger ${sql.ref(name)} ${event} begin ${action}; end`.execute(db);
      return;
    }
    await sql`create function ${sql.ref(name)}() returns trigger language plpgsql
      as $$ begin ${action}; return null; end $$`.execute(db);
    await sql`create trigger ${sql.ref(name)} ${event} execute function ${sql.ref(name)}()`.execute(db);
  };
  await create(
    trigger,
    sql`after update of ${sql.ref(column)} on ${sql.table(table)} for each row
      when (new.${sql.ref(column)} <> old.${sql.ref(column)})`,
    // A number that is given again, for example by hand, identifies another state.
    sql`${note} do update set nonce = excluded.nonce`,
  );
  if (!isAdded) return;
  // When a row is copied from another database, the history that was copied with it is kept.
  await create(`${trigger}_added`, sql`after insert on ${sql.table(table)} for each row`, sql`${note} do nothing`);
}
