/** Version of the layout of a user's database as Dexie counts it; the browser counts tenths of it. */
export const USER_LAYOUT = 2;
export const USER_BROWSER_VERSION = USER_LAYOUT * 10;

/** Tables and their keys and indexes; the first is the key. */
export const USER_TABLES = {
  cart: 'place',
  orders: 'id',
  chats: 'id',
  messages: '[chat_id+seq], [chat_id+id]',
  // What photos of a kind take is added up from the index, without touching the pictures.
  photos: 'path, [kind+keptAtMs+bytes]',
  drafts: 'chat_id',
  outbox: '++op, state',
  purchases: 'line',
  meta: 'key',
} as const;
