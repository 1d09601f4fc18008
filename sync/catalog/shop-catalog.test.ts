import { expect, it } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { encodeCards } from '#contract/blocks/cards-block.ts';
import type { BlockEntry } from '#contract/http/catalog.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { sampleHash, sampleRecord } from '../testing/catalog-store-contract.ts';
import { ShopCatalog } from './shop-catalog.ts';
import type { CatalogStore } from './store/catalog-store.ts';

it('[CAT25] a catalogue reads each column once, however often asked, and a missing column once it is stored', async () => {
  const stored = new Map<string, ArrayBuffer>();
  const entries = ['a', 'b', 'c'].map((letter, block): BlockEntry => {
    const fields = { id: block + 1, title: letter, link: `https://shop.example/${letter}` };
    const { cards, columns } = encodeCards('affiliate', [toCard('affiliate', sampleAffiliate(fields))]);
    const hash = sampleHash(letter);
    stored.set(hash, cards.buffer as ArrayBuffer);
    const named = columns.map(({ name, bytes }) => ({ name, hash: `${hash.slice(1)}${name}`, bytes: bytes.length }));
    columns.forEach(({ bytes }, place) => stored.set(named[place]?.hash ?? '', bytes.buffer as ArrayBuffer));
    return { hash, kind: 'cards', rows: 1, bytes: cards.length, columns: named };
  });
  const columnsOf = (block: number): string[] => entries[block]?.columns?.map(({ hash }) => hash) ?? [];
  const late = new Set(columnsOf(2));
  let reads: string[] = [];
  const store = {
    async findBlocks(_shop: string, hashes: readonly string[]) {
      reads.push(...hashes);
      return new Map(hashes.filter((hash) => !late.has(hash)).map((hash) => [hash, stored.get(hash)]));
    },
  } as unknown as CatalogStore;
  const catalog = new ShopCatalog('pc', async () => store);
  const { manifest, ...record } = sampleRecord('pc', []);
  const cards = new Map(entries.map(({ hash }) => [hash, stored.get(hash) as ArrayBuffer]));
  catalog.show({
    record: { ...record, manifest: { ...manifest, blocks: entries } },
    cards,
    overlay: [],
    views: undefined,
  });
  const results = await Promise.all([catalog.readColumns(), catalog.readColumns(), catalog.readColumns()]);
  expect(results).toEqual([true, false, false]);
  expect(columnsOf(0).length).toBeGreaterThan(0);
  expect(reads.filter((hash) => columnsOf(0).includes(hash) || columnsOf(1).includes(hash))).toEqual([
    ...columnsOf(0),
    ...columnsOf(1),
  ]);
  late.clear();
  reads = [];
  expect([await catalog.readColumns(), catalog.hasColumns, reads]).toEqual([true, true, columnsOf(2)]);
  expect(catalog.card(3)).toMatchObject({ link: 'https://shop.example/c' });
});
