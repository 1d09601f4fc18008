/** One change of a mutant to the source. */
export interface Edit {
  /** Path from the project's folder. */
  readonly file: string;
  /** Occurs there exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** A plausible fault in the code. It exists in the simulation only. */
export interface Mutant {
  readonly name: string;
  /** Kinds of steps of the worlds in which it runs. */
  readonly about: readonly string[];
  readonly edits: readonly Edit[];
}

const mutant = (name: string, about: readonly string[], ...edits: Edit[]): Mutant => ({ name, about, edits });

const EVERYDAY = ['wait', 'weather', 'fair weather', 'kill server', 'kill server in its work', 'start server'];
const CART = [...EVERYDAY, 'add to cart', 'set quantity', 'line', 'kill tab', 'open tab', 'session of another'];
const MONEY = [...EVERYDAY, 'buy', 'buy by program', 'delete order', 'pay', 'notice again', 'outage'];
const CHATS = [...EVERYDAY, 'line', 'say', 'read chat', 'answer', 'answer at length', 'seller reads'];
const READING = ['wait', 'start server', 'say', 'read chat', 'answer', 'seller reads'];
const DYING = [
  'wait',
  'add to cart',
  'set quantity',
  'remove from cart',
  'say',
  'read chat',
  'answer',
  'kill server in its work',
  'start server',
];
const PAID = ['wait', 'buy by program', 'delete order', 'pay'];
const SMALL_PAGES = ['wait', 'weather', 'line', 'open tab', 'say', 'answer'];
const FROZEN = ['wait', 'weather', 'open tab', 'freeze tab', 'thaw tabs', 'save product', 'delete product'];
const LIFE = ['wait', 'add to cart', 'remove from cart', 'say', 'answer', 'back up', 'restore', 'start server'];

/** Faults that the simulation must find. */
export const MUTANTS: readonly Mutant[] = [
  mutant('replies are stored outside the transaction', CART, {
    file: 'api/accounts/mutations.service.ts',
    find: `      await storeResult(unit.trx, { ...row, created_at: now(), expires_at: null });`,
    replace: `      unit.afterCommit(() => void write(({ trx }) => storeResult(trx, { ...row, created_at: now(), expires_at: null })).catch(() => undefined));`,
  }),
  mutant('replies are sent before the commit', DYING, {
    file: 'api/storage/write-unit.ts',
    find: `        for (const unit of units) await unit.run(trx, all);`,
    replace: `        for (const unit of units) await unit.run(trx, all);
        for (const unit of units) unit.settle();
        for (let turn = 0; turn < 20; turn += 1) {
          await nextTurn();
          await sql\`select 1\`.execute(trx);
        }`,
  }),
  mutant('replies are not stored', CART, {
    file: 'api/accounts/mutations.service.ts',
    find: `    if (decision.outcome !== 'later') {`,
    replace: `    if (decision.outcome === 'conflict') {`,
  }),
  mutant(
    'stock is read and later written back',
    MONEY,
    {
      file: 'api/orders/checkout.service.ts',
      find: `leaseEnd: number): Promise<PlacedOrder> => {`,
      replace: `leaseEnd: number, seen: Awaited<ReturnType<typeof findOffer>>): Promise<PlacedOrder> => {`,
    },
    {
      file: 'api/orders/checkout.service.ts',
      find: `      const { id, isNew } = await write((unit) => place(unit, purchase, invoices.leaseEnd()));`,
      replace: `      const { product_id, condition } = purchase.body;
      const seen = await findOffer(database.reader, CART_SHOP, product_id, condition);
      const { id, isNew } = await write((unit) => place(unit, purchase, invoices.leaseEnd(), seen));`,
    },
    {
      file: 'api/orders/checkout.service.ts',
      find: `    if (!(await stock.reserve(unit, claim))) {`,
      replace: `    await unit.trx
      .updateTable('product_condition')
      .set({ quantity: seen?.quantity ?? 0 })
      .where('shop', '=', CART_SHOP)
      .where('product_id', '=', body.product_id)
      .where('condition', '=', body.condition)
      .execute();
    if (!(await stock.reserve(unit, claim))) {`,
    },
  ),
  mutant('the last notice wins', MONEY, {
    file: 'api/orders/order-status.ts',
    find: `  if (rankOf(reported) <= rankOf(order.status) && !isNewForeign) return undefined;`,
    replace: ``,
  }),
  mutant('late money is ignored', MONEY, {
    file: 'api/orders/order-status.ts',
    find: `  expired: 6,`,
    replace: `  expired: 9.5,`,
  }),
  mutant('an expired reservation keeps its stock', MONEY, {
    file: 'api/orders/order-status.ts',
    find: `    case 'expired':
    case 'failed':`,
    replace: `    case 'failed':`,
  }),
  mutant('cursors are timestamps', PAID, {
    file: 'api/orders/order-clock.repository.ts',
    find: `  const seq = await tickOrderClock(trx);`,
    replace: `  await tickOrderClock(trx);
  const seq = Math.floor(Date.now() / 1_000);`,
  }),
  mutant(
    'an operation leaves the overlay on acknowledgement',
    SMALL_PAGES,
    {
      file: 'sync/account/apply-results.ts',
      find: `      if (cursor && isIncluded(acknowledged, cursor)) confirmed.push(acknowledged);`,
      replace: `      if (acknowledged.seq !== null) confirmed.push(acknowledged);`,
    },
    {
      // Harmless alone: short worlds have no long pages.
      file: 'api/accounts/account-changes.ts',
      find: `messages: sizes.messagesPerPage,`,
      replace: `messages: 1,`,
    },
  ),
  mutant('deleted orders leave no tombstone', MONEY, {
    file: 'sync/account/user-store.ts',
    find: `  await database.orders.bulkDelete([...orders.removed]);`,
    replace: ``,
  }),
  mutant('operations leave the outbox when sent', CART, {
    file: 'sync/outbox/flush-outbox.ts',
    find: `    try {
      const [cursor, epoch] = user === null ? [] : await Promise.all([store.requestedCursor(), store.epoch()]);
      const body = {`,
    replace: `    await store.run((database) => database.operations.bulkDelete(batch.map(({ id }) => id)));
    try {
      const [cursor, epoch] = user === null ? [] : await Promise.all([store.requestedCursor(), store.epoch()]);
      const body = {`,
  }),
  mutant(
    'an outbox is sent as the user now signed in',
    CART,
    {
      file: 'api/accounts/sync.routes.ts',
      find: `      if (user.sub !== sub) throw new ApiError('identity-mismatch');`,
      replace: ``,
    },
    {
      file: 'api/accounts/sync.routes.ts',
      find: `      const decisions = await mutations.push({ client, sub, address, acknowledged, ops });`,
      replace: `      const decisions = await mutations.push({ client, sub: user.sub, address, acknowledged, ops });`,
    },
  ),
  mutant('operations included in the rows are applied again', CART, {
    file: 'sync/account/apply-results.ts',
    find: `(seq ?? 0) <= cursor[rows];`,
    replace: `(seq ?? 0) < cursor[rows];`,
  }),
  mutant('a read mark applies on its own device only', CHATS, {
    file: 'api/chats/chats.service.ts',
    find: `      await touch(unit, chat_id, clock);
      return clock;`,
    replace: `      return clock;`,
  }),
  mutant('read marks go back', READING, {
    file: 'api/chats/chats.service.ts',
    find: `      if (read_seq <= member.read_seq) return 0;`,
    replace: `      if (read_seq === member.read_seq) return 0;`,
  }),
  mutant('own messages are unread', READING, {
    file: 'api/chats/chat.repository.ts',
    find: "            .where(sql<SqlBool>`(message.sender_sub = chat.buyer_sub) = (member.role <> 'buyer')`),",
    replace: ',',
  }),
  mutant('a frozen leader overwrites its successor', FROZEN, {
    file: 'sync/catalog/store/dexie-catalog-store.ts',
    find: `        if (this.#lead !== newest) throw new SupersededError();`,
    replace: ``,
  }),
  mutant('a restored backup keeps the epoch', LIFE, {
    file: 'api/storage/epoch.ts',
    find: `      Object.entries(known.seqs).every(([name, seq]) => seq <= (counters[name] ?? 0));`,
    replace: `      counters !== undefined;`,
  }),
];

/** Returns a mutant by name. @throws Error when there is none */
export function findMutant(name: string): Mutant {
  const found = MUTANTS.find((one) => one.name === name);
  if (!found) throw new Error(`There is no mutant "${name}"; there are: ${MUTANTS.map((one) => one.name).join('; ')}`);
  return found;
}
