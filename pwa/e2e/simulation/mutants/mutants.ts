/** One change of a mutant to the source. */
export interface Edit {
  /** Path from the project's folder. */
  readonly file: string;
  /** A text that occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** A plausible fault in the code. It exists in the simulation only. */
export interface Mutant {
  readonly name: string;
  /** Needs more than about 25 worlds to be found: without NIGHT=1, hunted only if `KNOWN_WORLDS` names a world that finds it. */
  readonly isRare: boolean;
  readonly edits: readonly Edit[];
}

const mutant = (name: string, ...edits: Edit[]): Mutant => ({ name, isRare: false, edits });
const rare = (name: string, ...edits: Edit[]): Mutant => ({ name, isRare: true, edits });

/** Faults that the simulation must find. */
export const MUTANTS: readonly Mutant[] = [
  rare('replies are stored outside the transaction', {
    file: 'api/accounts/mutations.service.ts',
    find: `      await storeResult(unit.trx, { ...row, created_at: now(), expires_at: null });`,
    replace: `      unit.afterCommit(() => void write(({ trx }) => storeResult(trx, { ...row, created_at: now(), expires_at: null })).catch(() => undefined));`,
  }),
  rare('replies are sent before the commit', {
    file: 'api/storage/sqlite/shared-write.ts',
    find: `        else for (const unit of units) await unit.run(trx, all);`,
    replace: `        else for (const unit of units) await unit.run(trx, all);
        for (const unit of units) unit.settle();
        for (let turn = 0; turn < 20; turn += 1) {
          await nextTurn();
          await trx.selectFrom('meta').select('key').limit(1).execute();
        }`,
  }),
  mutant('replies are not stored', {
    file: 'api/accounts/mutations.service.ts',
    find: `    if (decision.outcome !== 'later') {`,
    replace: `    if (decision.outcome === 'conflict') {`,
  }),
  mutant(
    'stock is read and later written back',
    {
      file: 'api/orders/checkout.service.ts',
      find: `    leaseEnd: number,
  ): Promise<PlacedOrder> => {`,
      replace: `    leaseEnd: number,
    seen: number | undefined,
  ): Promise<PlacedOrder> => {`,
    },
    {
      file: 'api/orders/checkout.service.ts',
      find: `      const { id, added } = await write((unit) => place(unit, purchase, invoices.leaseEnd()), lanes);`,
      replace: `      const { sub, body: { product_id, condition } } = purchase;
      const wanted = { sub, key: null, shop: CART_SHOP, product_id, condition, abandonedSince: 0 };
      const seen = (await findCheckoutFacts(database.reader, wanted))?.offer?.wanted.quantity;
      const { id, added } = await write((unit) => place(unit, purchase, invoices.leaseEnd(), seen), lanes);`,
    },
    {
      file: 'api/orders/checkout.service.ts',
      find: `    const stampProduct = await stock.reserveSeen(unit, claim, offer);`,
      replace: `    await unit.trx
      .updateTable('product_condition')
      .set({ quantity: seen ?? 0 })
      .where('shop', '=', CART_SHOP)
      .where('product_id', '=', body.product_id)
      .where('condition', '=', body.condition)
      .execute();
    if (!(await stock.reserve(unit, claim))) throw new ApiError('out-of-stock');
    const stampProduct = () => Promise.resolve();`,
    },
  ),
  mutant('the last notice wins', {
    file: 'api/orders/order-status.ts',
    find: `  if (rankOf(reported) <= rankOf(order.status) && !isNewForeign) return undefined;`,
    replace: ``,
  }),
  rare('late money is ignored', {
    file: 'api/orders/order-status.ts',
    find: `  expired: 7,`,
    replace: `  expired: 11.5,`,
  }),
  mutant('an expired reservation keeps its stock', {
    file: 'api/orders/order-status.ts',
    find: `    case 'expired':
    case 'failed':`,
    replace: `    case 'failed':`,
  }),
  mutant('cursors are timestamps', {
    file: 'api/orders/order-clock.repository.ts',
    find: `  const seq = await tickAccountClock(trx);`,
    replace: `  await tickAccountClock(trx);
  const seq = Math.floor(Date.now() / 1_000);`,
  }),
  mutant(
    'an operation leaves the overlay on acknowledgement',
    {
      file: 'sync/account/store/user-store.ts',
      find: `    return stateOf(applied, positionOf(record.mutation, cursor)) === 'confirmed' ? applied : open;`,
      replace: `    return applied;`,
    },
    {
      // Harmless alone, but needed to reveal the fault: with longer pages, the next page would mostly include the operation.
      file: 'api/accounts/account-changes.ts',
      find: `messages: sizes.messagesPerPage,`,
      replace: `messages: 1,`,
    },
  ),
  rare('deleted orders leave no tombstone', {
    file: 'sync/account/store/rows-page.ts',
    find: `  await database.orders.bulkDelete([...orders.removed]);`,
    replace: ``,
  }),
  mutant('operations leave the outbox when sent', {
    file: 'sync/account/exchange.ts',
    find: `    try {
      const rows = user === null`,
    replace: `    await this.#options.store.run((database) => database.operations.bulkDelete(batch.map(({ id }) => id)));
    try {
      const rows = user === null`,
  }),
  mutant(
    'an outbox is sent as the user now signed in',
    {
      file: 'api/accounts/sync.routes.ts',
      find: `      if (user.sub !== sub) throw new ApiError('identity-mismatch');`,
      replace: ``,
    },
    {
      file: 'api/accounts/sync.routes.ts',
      find: `await mutations.push({ client, sub, address, acknowledged, ops });`,
      replace: `await mutations.push({ client, sub: user.sub, address, acknowledged, ops });`,
    },
  ),
  mutant('operations included in the rows are applied again', {
    file: 'sync/outbox/outbox-database.ts',
    find: `ackSeq <= seq`,
    replace: `ackSeq < seq`,
  }),
  mutant('a read mark applies on its own device only', {
    file: 'api/chats/chats.service.ts',
    find: `      await touch(unit, chat_id, clock);
      return clock;`,
    replace: `      return clock;`,
  }),
  rare('read marks go back', {
    file: 'api/chats/chats.service.ts',
    find: `      if (read_seq <= member.read_seq) return 0;`,
    replace: `      if (read_seq === member.read_seq) return 0;`,
  }),
  mutant('own messages are unread', {
    file: 'api/chats/chat.repository.ts',
    find: "            .where(sql<SqlBool>`(message.sender_sub = chat.buyer_sub) = (member.role <> 'buyer')`),",
    replace: ',',
  }),
  mutant(
    'a frozen leader overwrites its successor',
    {
      file: 'sync/catalog/store/dexie-catalog-store.ts',
      find: `    if (this.#lead !== (lead ?? 0)) throw new SupersededError();`,
      replace: ``,
    },
    {
      // Each of the two checks alone prevents the fault.
      file: 'sync/catalog/store/dexie-catalog-store.ts',
      find: `    assertBase(change, stored);`,
      replace: ``,
    },
  ),
  mutant('rows are pulled beside an addition in doubt', {
    file: 'sync/account/exchange.ts',
    find: `mutation.name === 'addCartItem' && (this.#inDoubt === null || this.#inDoubt.has(id)),`,
    replace: `mutation.name === 'addCartItem' && id === '',`,
  }),
  mutant('the tombstone floor is ignored', {
    file: 'api/catalog/feed/change-feed.ts',
    find: `  if (!isKnown || cursor.since < state.floor) return`,
    replace: `  if (!isKnown) return`,
  }),
  mutant('the digest is never compared', {
    file: 'sync/catalog/pull/pull-catalog.ts',
    find: `    if (!isIntact(catalog, page, limits)) {
      await this.#finishDownload();
      await this.#repair();`,
    replace: `    if (page === undefined) {
      await this.#finishDownload();
      await this.#repair();`,
  }),
  mutant('columns are never fetched', {
    file: 'sync/catalog/pull/plan-blocks.ts',
    find: `    .filter(({ hash }) => !stored.has(hash))`,
    replace: `    .filter(({ hash, kind }) => kind !== 'column' && !stored.has(hash))`,
  }),
  rare('a shop that lacks cards counts as whole for every category', {
    file: 'sync/catalog/shop-catalog.ts',
    find: `    return isShown && !this.#missing.some((entry) => hasCategory(entry, opened));`,
    replace: `    return isShown;`,
  }),
  mutant('blocks are not verified', {
    file: 'sync/catalog/pull/matches-hash.ts',
    find: `padStart(2, '0')).join('') === hash;`,
    replace: `padStart(2, '0')).join('') !== '';`,
  }),
  mutant('late replies are applied', {
    file: 'sync/account/store/user-store.ts',
    find: `if (!isUnchanged(asked, before)) return 'late';`,
    replace: ``,
  }),
  rare('late replies are applied to carts', {
    file: 'sync/database/answer.ts',
    find: `every((name) => before[name] === now[name]);`,
    replace: `every((name) => /cart/i.test(String(name)) || before[name] === now[name]);`,
  }),
  // The number of a cart is never below that of the orders, so either position reveals a late reply about orders: this mutant ignores both.
  mutant('late replies are applied to orders', {
    file: 'sync/database/answer.ts',
    find: `every((name) => before[name] === now[name]);`,
    replace: `every((name) => /cart|orders/i.test(String(name)) || before[name] === now[name]);`,
  }),
  mutant('confirmed operations are not sent again after a restore', {
    file: 'sync/account/store/user-store.ts',
    find: `positionOf(record.mutation, cursor)) === 'repeated',`,
    replace: `positionOf(record.mutation, cursor)) === 'open',`,
  }),
  rare(
    'a snapshot is adopted beside pages',
    {
      file: 'sync/catalog/pull/pull-catalog.ts',
      find: `    const page = await this.#pullChanges();
    await this.#joinColumns();
    if (!isIntact(catalog, page, limits)) {
      await this.#finishDownload();`,
      replace: `    const [page] = await Promise.all([this.#pullChanges(), this.#finishDownload()]);
    await this.#joinColumns();
    if (!isIntact(catalog, page, limits)) {
      await this.#finishDownload();`,
    },
    {
      file: 'sync/catalog/store/dexie-catalog-store.ts',
      find: `    assertBase(change, stored);`,
      replace: ``,
    },
    {
      file: 'sync/catalog/pull/shop-writer.ts',
      find: `    if (record !== this.#record) throw new StaleRecordError();`,
      replace: ``,
    },
  ),
  mutant('the generation is never compared', {
    file: 'sync/catalog/store/catalog-store.ts',
    find: `a?.manifest.seq === b?.manifest.seq && a?.generation === b?.generation;`,
    replace: `a?.manifest.seq === b?.manifest.seq;`,
  }),
  mutant('an operation below the watermark is applied', {
    file: 'api/accounts/mutations.service.ts',
    find: `    if (number <= push.forgotten) throw new ApiError('in-doubt');`,
    replace: ``,
  }),
  mutant('equal taps share the id of their operation', {
    file: 'sync/api/outbox-record.ts',
    find: `  id,\n  mutation,`,
    replace: `  id: \`00000000-0000-4000-8000-\${String(JSON.stringify(mutation).length).padStart(12, '0')}\`,\n  mutation,`,
  }),
  mutant('the proof of a position is never checked', {
    file: 'api/storage/data-history.ts',
    find: `    if (proof === undefined || isOfEarlierForm(proof)) return seq <= newest.seq;`,
    replace: `    if (seq >= 0) return seq <= newest.seq;`,
  }),
  rare('a number alone tells whether a position is of the history', {
    file: 'api/storage/data-history.ts',
    find: `    if (known === state.nonce) return true;`,
    replace: `    if (known !== undefined) return true;`,
  }),
  // Lists from the beginning replace the rows even without a reset, but a device that has found a difference then reads all rows for ever.
  mutant('a device ignores a reset', {
    file: 'sync/account/store/rows-page.ts',
    find: `reset: reset || page.epoch !== sent.epoch };`,
    replace: `reset: reset && page.epoch === '' };`,
  }),
  // The mutants from here on are derived from the rules and cover what the worlds once lacked: view counts …
  mutant('a newer snapshot of the same feed brings its own view counts', {
    file: 'sync/catalog/pull/shop-writer.ts',
    find: `    const views = known ? catalog.views : (fetched.views ?? NO_VIEWS);`,
    replace: `    const views = fetched.views ?? NO_VIEWS;`,
  }),
  mutant('new view counts are stored, but not shown', {
    file: 'sync/catalog/shop-catalog.ts',
    find: `      viewed.map(([id]) => id),
      viewed.map(([, count]) => count),`,
    replace: `      [],
      [],`,
  }),
  // … two shops at once …
  mutant('a snapshot of one shop drops newer rows of the others', {
    file: 'sync/catalog/store/dexie-catalog-store.ts',
    find: `    overlay.where('[shop+seq]').between([shop, 0], [shop, dropRowsUpTo], true, true).delete(),`,
    replace: `    overlay.filter(({ seq }) => seq <= dropRowsUpTo).delete(),`,
  }),
  mutant('the view counts of every shop are stored as those of one', {
    file: 'sync/catalog/store/dexie-catalog-store.ts',
    find: `    views && database.views.put({ ...views, shop }),`,
    replace: `    views && database.views.put({ ...views, shop: 'ayz' }),`,
  }),
  // … tabs that are hidden …
  mutant('a hidden tab takes over', {
    file: 'sync/tabs/leader.ts',
    find: `    if (isVisible && isDue) waiting.abort();`,
    replace: `    if (isDue) waiting.abort();`,
  }),
  mutant('a hidden leader is not superseded', {
    file: 'sync/tabs/leader.ts',
    find: ` || now - lastVisibleMs > TAKE_OVER_FROM_HIDDEN_MS;`,
    replace: `;`,
  }),
  // … clocks that decide about retention …
  mutant('the clock of the device decides what is kept for a restored server', {
    file: 'sync/account/store/user-store.ts',
    find: `        await writeMeta(database, 'cursor', cursor);
        await noteRepliesVersion`,
    replace: `        const isOld = (createdAtMs: number): boolean => createdAtMs < atMs - 14 * 86_400_000;
        await database.operations.filter((one) => one.ackEpoch !== '' && isOld(one.createdAtMs)).delete();
        await writeMeta(database, 'cursor', cursor);
        await noteRepliesVersion`,
  }),
  // … data that is put back, also twice …
  mutant('what another history has answered halfway through a repetition is kept', {
    file: 'sync/account/exchange.ts',
    find: `this.#answers.epoch === epoch ? this.#answers : noAnswers(epoch);`,
    replace: `this.#answers;`,
  }),
  mutant('a lower number of a shop is taken for an older read', {
    file: 'api/catalog/feed/shop-state.ts',
    find: `      states.set(shop, state);`,
    replace: `      if (!before || state.seq >= before.seq) states.set(shop, state);`,
  }),
  // … transactions that never end …
  mutant('a transaction has no deadline', {
    file: 'sync/database/transaction-deadline.ts',
    find: `    timer ??= setTimeout(step, STEP_MS);`,
    replace: ``,
  }),
  // Dexie would open a closed connection again on its own.
  mutant(
    'a connection whose transactions never end is kept',
    {
      file: 'sync/database/database-handle.ts',
      find: `    if (database.backendDB() === connection) this.#disconnect(database);
    const running`,
      replace: `    const running`,
    },
    {
      file: 'sync/database/transaction-deadline.ts',
      find: `    connection.close();`,
      replace: ``,
    },
  ),
  // … older messages …
  mutant('a page of older messages lacks its newest one', {
    file: 'sync/account/chats/apply-chats.ts',
    find: `  await database.messages.bulkPut(range);
  return first.seq > 1`,
    replace: `  await database.messages.bulkPut(range.filter((row) => row.seq !== last.seq - 1));
  return first.seq > 1`,
  }),
  // … and administrators.
  mutant("an administrator's deletion has another key each time", {
    file: 'sync/admin/outbox/send-operation.ts',
    find: `{ params: { shop, id }, query: { seen } }, keyed);`,
    replace: `{ params: { shop, id }, query: { seen } }, { ...keyed, idempotencyKey: crypto.randomUUID() });`,
  }),
  mutant("an administrator's operation leaves the outbox when it is sent", {
    file: 'sync/admin/outbox/send-edit.ts',
    find: `  try {
    const saved = await session.call(`,
    replace: `  await store.run((database) => database.operations.delete(record.op));
  try {
    const saved = await session.call(`,
  }),
  mutant("a page of administrators' orders is not stored as a whole", {
    file: 'sync/admin/store/order-rows.ts',
    find: `  await putOrders(tables, page.orders);`,
    replace: `  await putOrders(tables, page.orders.slice(1));`,
  }),
  mutant('an addition whose product was deleted is added again', {
    file: 'sync/admin/outbox/send-addition.ts',
    find: `    if (error instanceof ApiError && error.code === 'not-found')
      return { outcome: 'applied', record: current, product: null, order: null };`,
    replace: `    if (error instanceof ApiError && error.code === 'not-found')
      return sendAddition({ ...current, callKey: crypto.randomUUID() }, operation, tools);`,
  }),
];

/** Returns a mutant by name. @throws Error when there is none */
export function findMutant(name: string): Mutant {
  const found = MUTANTS.find((one) => one.name === name);
  if (!found) throw new Error(`There is no mutant "${name}"; there are: ${MUTANTS.map((one) => one.name).join('; ')}`);
  return found;
}
