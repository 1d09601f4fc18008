import { Dexie, liveQuery } from 'dexie';
import type { Table } from 'dexie';
import type { WriteTimes } from './measure-outbox.ts';

interface Row {
  id: number;
  title: string;
  category: string;
  priceCents: number;
}

interface Line {
  id: number;
  quantity: number;
}

/** The common approach: one IndexedDB record per product, two indexes, relaxed durability. */
class RowDatabase extends Dexie {
  products!: Table<Row, number>;
  lines!: Table<Line, number>;
  outbox!: Table<Line, number>;
  constructor() {
    super('rows', { chromeTransactionDurability: 'relaxed' });
    this.version(1).stores({ products: 'id, [category+priceCents], title', lines: 'id', outbox: 'id' });
  }
}

const database = new RowDatabase();
const BATCH_ROWS = 2_000;
let inMemory: Row[] | undefined;

const toRow = (product: { id: number; title: string; category: string; price: string }): Row => ({
  ...product,
  priceCents: Math.round(Number(product.price) * 100),
});

/** Reads the whole shop as JSON lines and puts them in batches; returns the time since navigation. */
export async function syncRows(): Promise<number> {
  const response = await fetch('/bench/rows.ndjson', { cache: 'no-store' });
  const lines = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let batch: Row[] = [];
  for (;;) {
    const { value, done } = (await lines?.read()) ?? { done: true };
    const parts = (rest + (value ?? '')).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part !== '') batch.push(toRow(JSON.parse(part)));
    if (batch.length >= BATCH_ROWS || done) {
      await database.products.bulkPut(batch);
      batch = [];
    }
    if (done) return performance.now();
  }
}

/** Applies the same page of the change feed as the engine. */
export async function diffRows(epoch: string, since: number): Promise<number> {
  const startMs = performance.now();
  const response = await fetch(`/api/sync/pc/changes?epoch=${epoch}&since=${since}`, { cache: 'no-store' });
  const page = (await response.json()) as { products?: never[]; deleted?: [number, number][] };
  await database.transaction('rw', database.products, async () => {
    await database.products.bulkPut((page.products ?? []).map(toRow));
    await database.products.bulkDelete((page.deleted ?? []).map(([id]) => id));
  });
  return performance.now() - startMs;
}

/** Reads the first 25 of a category by price; returns the time since navigation and the prices. */
export async function coldOpenRows(category: string): Promise<{ ms: number; prices: number[] }> {
  const rows = await database.products
    .where('[category+priceCents]')
    .between([category, 1], [category, Dexie.maxKey])
    .limit(25)
    .toArray();
  return { ms: performance.now(), prices: rows.map(({ priceCents }) => priceCents) };
}

/** The first search reads all rows; later ones filter them in memory. */
export async function searchRows(text: string): Promise<{ ms: number; total: number }> {
  const startMs = performance.now();
  inMemory ??= await database.products.toArray();
  const needle = text.toLowerCase();
  const total = inMemory.filter((row) => row.title.toLowerCase().includes(needle)).length;
  return { ms: performance.now() - startMs, total };
}

/**
 * Measures writes one after another, each awaited until it is stored with its outbox row, while a live query reads them; then until the server
 * has all of them. Pending writes go out in one request as soon as the previous request is answered.
 */
export async function writeRowsSingly(writes: number): Promise<WriteTimes> {
  await database.open();
  let shown = 0;
  let onShown = (): void => undefined;
  const watch = liveQuery(() => database.lines.toArray()).subscribe((lines) => {
    shown = lines.length;
    onShown();
  });
  const shows = (count: number): Promise<void> =>
    new Promise((resolve) => {
      onShown = () => {
        if (shown >= count) resolve();
      };
      onShown();
    });
  let sending: Promise<void> | undefined;
  const send = async (): Promise<void> => {
    for (let rows = await database.outbox.toArray(); rows.length > 0; rows = await database.outbox.toArray()) {
      await fetch('/bench/push', { method: 'POST', body: JSON.stringify(rows) });
      await database.outbox.bulkDelete(rows.map(({ id }) => id));
    }
    sending = undefined;
  };
  const startMs = performance.now();
  for (let place = 1; place <= writes; place++) {
    const line = { id: place, quantity: 1 };
    await database.transaction('rw', database.lines, database.outbox, async () => {
      await Promise.all([database.lines.put(line), database.outbox.put(line)]);
    });
    sending ??= send();
  }
  const localMs = performance.now() - startMs;
  await shows(writes);
  await sending;
  await send();
  const serverMs = performance.now() - startMs;
  watch.unsubscribe();
  return { localMs, serverMs };
}
