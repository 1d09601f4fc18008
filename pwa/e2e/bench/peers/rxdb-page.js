/**
 * RxDB on its storage of Dexie, with the same data, changes and queries as the other candidates. Plain JavaScript: the packages of this
 * folder are not among those that the types of the project are checked with.
 */
import { createRxDatabase } from 'rxdb/plugins/core';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';

const BATCH_ROWS = 2_000;
const id = { type: 'string', maxLength: 12 };
const text = { type: 'string' };
const count = { type: 'integer', minimum: 0, maximum: 1_000_000_000, multipleOf: 1 };

const productSchema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id,
    title: text,
    description: text,
    link: text,
    placeholder: text,
    category: { type: 'string', maxLength: 60 },
    main_category: text,
    priceCents: count,
  },
  required: ['id', 'title', 'category', 'priceCents'],
  indexes: [['category', 'priceCents']],
};
const lineSchema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: { id, quantity: count },
  required: ['id', 'quantity'],
};

let longestTaskMs = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, entry.duration);
}).observe({ type: 'longtask', buffered: true });

const database = await createRxDatabase({ name: 'rxdb', storage: getRxStorageDexie(), multiInstance: false });
const { products, lines } = await database.addCollections({
  products: { schema: productSchema },
  lines: { schema: lineSchema },
});

/** Takes the fields of the schema from a product of the server or of the prepared lines. */
const toDocument = (product) => ({
  id: String(product.id),
  title: product.title,
  description: product.description ?? '',
  link: product.link ?? '',
  placeholder: product.placeholder ?? '',
  category: product.category,
  main_category: product.main_category,
  priceCents: Math.round(Number(product.price) * 100),
});

/** Reads the whole shop as JSON lines and inserts them in batches; returns the time since navigation. */
async function sync() {
  const response = await fetch('/bench/rows.ndjson', { cache: 'no-store' });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let batch = [];
  for (;;) {
    const { value = '', done } = await reader.read();
    const parts = (rest + value).split('\n');
    rest = parts.pop() ?? '';
    if (done && rest !== '') parts.push(rest);
    for (const part of parts) if (part !== '') batch.push(toDocument(JSON.parse(part)));
    if (batch.length >= BATCH_ROWS || done) {
      const { error } = await products.bulkInsert(batch);
      if (error.length > 0) throw new Error(`${error.length} products were not inserted`);
      batch = [];
    }
    if (done) return performance.now();
  }
}

/** Applies the same page of the change feed as the engine. */
async function diff(epoch, since) {
  const startMs = performance.now();
  const response = await fetch(`/api/sync/pc/changes?epoch=${epoch}&since=${since}`, { cache: 'no-store' });
  const page = await response.json();
  await products.bulkUpsert((page.products ?? []).map(toDocument));
  await products.bulkRemove((page.deleted ?? []).map(([deleted]) => String(deleted)));
  return performance.now() - startMs;
}

/** Reads the first 25 of a category by price; returns the time since navigation and the prices. */
async function coldOpen(category) {
  const found = await products
    .find({ selector: { category, priceCents: { $gte: 1 } }, sort: [{ priceCents: 'asc' }], limit: 25 })
    .exec();
  return { ms: performance.now(), prices: found.map(({ priceCents }) => priceCents) };
}

let inMemory;
/** The first search reads all documents; later ones filter them in memory. */
async function search(words) {
  const startMs = performance.now();
  inMemory ??= (await products.find().exec()).map(({ title }) => title.toLowerCase());
  const total = inMemory.filter((title) => title.includes(words.toLowerCase())).length;
  return { ms: performance.now() - startMs, total };
}

/** Measures writes one after another, each awaited until it is stored, while a live query reads them, then until the server has all. */
async function writeSingly(writes) {
  const replication = replicateRxCollection({
    collection: lines,
    replicationIdentifier: 'bench',
    push: {
      batchSize: 100,
      handler: async (rows) => {
        await fetch('/bench/push', { method: 'POST', body: JSON.stringify(rows) });
        return [];
      },
    },
  });
  await replication.awaitInSync();
  let shown = 0;
  let onShown = () => undefined;
  const watch = lines.find().$.subscribe((documents) => {
    shown = documents.length;
    onShown();
  });
  const shows = (units) =>
    new Promise((resolve) => {
      onShown = () => {
        if (shown >= units) resolve();
      };
      onShown();
    });
  const startMs = performance.now();
  for (let place = 1; place <= writes; place++) {
    await lines.insert({ id: String(place), quantity: 1 });
  }
  const localMs = performance.now() - startMs;
  await shows(writes);
  await replication.awaitInSync();
  const serverMs = performance.now() - startMs;
  watch.unsubscribe();
  return { localMs, serverMs };
}

const openings = { sync, coldOpen };
const { name, args } = location.hash === '' ? {} : JSON.parse(decodeURIComponent(location.hash.slice(1)));

globalThis.rxdbBench = {
  opened: openings[name]?.(...args),
  diff,
  search,
  writeSingly,
  longestTaskMs: () => longestTaskMs,
  storageBytes: async () => (await navigator.storage.estimate()).usage ?? 0,
};
