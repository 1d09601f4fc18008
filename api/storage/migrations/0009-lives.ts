import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { copyTables } from './copy-tables.ts';
import type { TableCopy } from './copy-tables.ts';

/** The life of rows of a product that was deleted, and replaced by another one with its id, before lives were recorded. */
const EARLIER_LIFE = -1;

const COLUMNS = [
  sql`alter table product add column life integer not null default 0 check (life >= 0)`,
  ...['stock_move', 'purchase', 'cart_line', 'chat', 'product_picture'].map(
    (table) => sql`alter table ${sql.table(table)} add column life integer not null default 0`,
  ),

  // The last life of every id whose product was deleted. Never purged: an order of any age may name it.
  sql`create table ended_life (
    shop text not null references shop (key),
    id integer not null,
    life integer not null,
    primary key (shop, id)
  ) strict`,
  sql`insert into ended_life (shop, id, life) select shop, id, 0 from tombstone`,
  // Ids of products whose tombstones are purged.
  sql`insert or ignore into ended_life (shop, id, life)
    select distinct shop, product_id, 0 from stock_move
    where not exists (select 1 from product where product.shop = stock_move.shop and product.id = stock_move.product_id)`,

  sql`drop index stock_move_by_product`,
  sql`create index stock_move_by_product on stock_move (shop, product_id, life, condition)`,
  sql`drop index product_picture_by_position`,
  sql`create unique index product_picture_by_position on product_picture (shop, product_id, life, position)`,
];

/**
 * Constraints to drop, because a buyer has one chat for each life of a product, and a new life has 0 views. SQLite can change constraints
 * only by copying tables.
 */
const COPIES: readonly TableCopy[] = [
  { table: 'chat', drops: /,\s*unique \(buyer_sub, product_id\)/ },
  { table: 'chat_member' },
  { table: 'chat_message' },
  { table: 'chat_photo' },
  { table: 'product_view', drops: / check \(count > 0\)/ },
];

const AFTER_COPIES = [sql`create unique index chat_by_buyer on chat (buyer_sub, product_id, life)`];

/**
 * Orders from before the deletion of a product that was replaced under its id belong to an earlier life. `replaced` has the time of that
 * deletion. Units that such orders released to the new product stay in its count, so that administrators see the same count as before; no
 * units of the earlier product are left to sell.
 */
const ORDERS_OF_EARLIER_LIVES = [
  sql`update purchase set life = ${sql.lit(EARLIER_LIFE)} from replaced
    where replaced.shop = purchase.shop and replaced.id = purchase.product_id and purchase.created_at <= replaced.at`,
  sql`update stock_move set life = ${sql.lit(EARLIER_LIFE)} from replaced
    where replaced.shop = stock_move.shop and replaced.id = stock_move.product_id
      and coalesce((select created_at from purchase where purchase.id = stock_move.order_id), stock_move.at) <= replaced.at`,
  sql`insert into stock_move (shop, product_id, life, condition, kind, available, reserved, sold, at)
    select shop, product_id, life, condition, 'set', -sum(available), 0, 0, max(at) from stock_move
    where life = ${sql.lit(EARLIER_LIFE)} group by shop, product_id, life, condition having sum(available) <> 0`,
  sql`insert into stock_move (shop, product_id, life, condition, kind, available, reserved, sold, at)
    select move.shop, move.product_id, move.life, move.condition, 'set',
      coalesce(offer.quantity, 0) - sum(move.available), 0, 0, max(move.at)
    from stock_move as move
    join replaced on replaced.shop = move.shop and replaced.id = move.product_id
    left join product_condition as offer
      on offer.shop = move.shop and offer.product_id = move.product_id and offer.condition = move.condition
    where move.life = 0
    group by move.shop, move.product_id, move.condition having coalesce(offer.quantity, 0) <> sum(move.available)`,
  sql`update product_condition set
      reserved = (select coalesce(sum(move.reserved), 0) from stock_move as move where move.shop = product_condition.shop
        and move.product_id = product_condition.product_id and move.condition = product_condition.condition and move.life = 0),
      sold = (select coalesce(sum(move.sold), 0) from stock_move as move where move.shop = product_condition.shop
        and move.product_id = product_condition.product_id and move.condition = product_condition.condition and move.life = 0)
    where exists (select 1 from replaced
      where replaced.shop = product_condition.shop and replaced.id = product_condition.product_id)`,
  // Units that were released or returned after a deletion that can still be undone were not recorded as available.
  sql`update stock_move set available = -(reserved + sold) from deleted_product
    where deleted_product.shop = stock_move.shop and deleted_product.id = stock_move.product_id
      and stock_move.life = 0 and stock_move.kind in ('release', 'return') and stock_move.available = 0
      and stock_move.at >= deleted_product.deleted_at`,
];

/** Adds the life of a product to its row, and to the rows of everything that outlives a product. */
export const lives: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of COLUMNS) await statement.execute(db);
    await copyTables(db, COPIES);
    for (const statement of AFTER_COPIES) await statement.execute(db);

    await sql`create temporary table replaced (shop text, id integer, at integer, primary key (shop, id))`.execute(db);
    for (const { shop, id, at } of await findReplacements(db)) {
      await sql`insert into replaced (shop, id, at) values (${shop}, ${id}, ${at})`.execute(db);
    }
    for (const statement of ORDERS_OF_EARLIER_LIVES) await statement.execute(db);
    await sql`drop table replaced`.execute(db);
  },
};

/** A product that was replaced under its id; `at`: the time of its deletion in ms. */
interface Replacement {
  readonly shop: string;
  readonly id: number;
  readonly at: number;
}

/** Finds in the audit log which deletions were followed by another product with the same id; the last one of each id counts. */
async function findReplacements(db: Kysely<unknown>): Promise<Replacement[]> {
  const { rows: entries } = await sql<{ action: string; subject: string; at: number }>`
    select action, subject, at from admin_audit
    where action in ('add-product', 'delete-product', 'restore-product') order by number`.execute(db);
  const deletedAt = new Map<string, number>();
  const replacedAt = new Map<string, number>();
  for (const { action, subject, at } of entries) {
    const before = deletedAt.get(subject);
    // If a product is deleted again without having been restored or added, it must have been imported meanwhile.
    if (before !== undefined && action !== 'restore-product') replacedAt.set(subject, before);
    if (action === 'delete-product') deletedAt.set(subject, at);
    else deletedAt.delete(subject);
  }
  const { rows: products } = await sql<{ subject: string }>`
    select shop || '/' || id as subject from product where exists (
      select 1 from admin_audit where action = 'delete-product' and subject = product.shop || '/' || product.id)`.execute(
    db,
  );
  for (const { subject } of products) {
    const before = deletedAt.get(subject);
    if (before !== undefined) replacedAt.set(subject, before);
  }
  return [...replacedAt].map(([subject, at]) => {
    const [shop = '', id = ''] = subject.split('/');
    return { shop, id: Number(id), at };
  });
}
