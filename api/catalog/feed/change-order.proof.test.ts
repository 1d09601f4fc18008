import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChangesPage, Manifest } from '#contract/http/catalog.ts';
import type { Product } from '#contract/products/product.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { signInImageClient } from '../../testing/clients/image-client.ts';
import type { ImageClient } from '../../testing/clients/image-client.ts';

const FIELDS = { main_category: 'Light', category: 'Desk' };
const HOUR_MS = 3_600_000;

let app: TestApp;
let admin: ImageClient;
let clockMs: number;

beforeEach(async () => {
  clockMs = Date.UTC(2026, 0, 1);
  app = await startTestApp({ now: () => clockMs });
  admin = await signInImageClient(app);
});
afterEach(() => app.stop());

const ids = fc.integer({ min: 1, max: 12 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('save' as const), ids: fc.uniqueArray(ids, { minLength: 1, maxLength: 4 }) }),
  fc.record({ kind: fc.constant('import' as const), ids: fc.uniqueArray(ids, { minLength: 1, maxLength: 4 }) }),
  fc.record({ kind: fc.constant('delete' as const), ids: fc.uniqueArray(ids, { minLength: 1, maxLength: 4 }) }),
  fc.record({ kind: fc.constant('restore' as const), ids: fc.tuple(ids) }),
  fc.record({ kind: fc.constant('set the clock' as const), hours: fc.integer({ min: -2, max: 2 }) }),
);

/** Number of titles written so far; part of the next one, so that each is new. */
let titles = 0;

async function take(next: typeof step extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
  const { products } = app.context;
  if (next.kind === 'set the clock') clockMs += next.hours * HOUR_MS;
  else if (next.kind === 'delete') await products.deleteProducts('pc', next.ids);
  else if (next.kind === 'restore') await admin.call('POST', `/api/restore-product/pc/${next.ids[0]}`);
  else {
    const rows = next.ids.map((id) => ({ id, ...FIELDS, title: `Lamp ${titles++}` }));
    if (next.kind === 'import') await admin.call('POST', '/api/import-products?shop=pc', { rows, dryRun: false });
    else
      await products.saveProducts(
        'pc',
        rows.map(({ id, ...fields }) => ({ id, fields })),
      );
  }
}

/** All changes of the shop as devices get them, each with its number and time. */
async function readFeed(): Promise<{ readonly changes: readonly (readonly [seq: number, at: string])[]; seq: number }> {
  const changes: [number, string][] = [];
  for (let since = 0; ;) {
    const query = `epoch=${app.context.states.epoch}&since=${since}&limit=5`;
    const page = (await (await fetch(`${app.url}/api/sync/pc/changes?${query}`)).json()) as ChangesPage;
    for (const { seq, updated_at } of (page.products ?? []) as Product[]) changes.push([seq, updated_at]);
    for (const [place, [, seq]] of (page.deleted ?? []).entries()) changes.push([seq, page.deleted_at?.[place] ?? '']);
    since = page.seq;
    if (!page.more) return { changes: changes.toSorted(([a], [b]) => a - b), seq: since };
  }
}

it('[CAT28] the times of changes in the feed are in the order of their numbers, and a new snapshot has the newest', async () => {
  const plans = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      // The changes of a group run concurrently, as those of several writers do.
      for (const group of plan) await Promise.all(group.map(take));
      const { changes, seq } = await readFeed();
      const times = changes.map(([, at]) => at);
      expect(times).toEqual([...new Set(times)].toSorted());
      if (changes.length > 0) expect(changes.at(-1)?.[0]).toBe(seq);
    }),
    { numRuns: 6, endOnFailure: true },
  );
  await take({ kind: 'save', ids: [1] });
  await app.server.snapshots.build(['pc']);
  const manifest = (await (await fetch(`${app.url}/api/sync/pc/manifest`)).json()) as Manifest;
  expect([manifest.seq, manifest.updated_at]).toEqual((await readFeed()).changes.at(-1));
});
