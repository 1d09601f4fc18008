/** Version of the layout of a user's database as Dexie counts it; the browser counts tenths of it. */
export const USER_LAYOUT = 1;

/** Tables and their keys and indexes; the first is the key. */
export const USER_TABLES = {
  cart: 'place',
  orders: 'id',
  outbox: '++op, state',
  purchases: 'line',
  meta: 'key',
} as const;
