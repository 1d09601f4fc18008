import { expect, it } from 'vitest';
import { POSTGRES_MISSING } from '#api/testing/databases/postgres-server.ts';
import { hasSwift } from '#api/testing/blobs/swift-server.ts';
import { runMoveOfShop } from '../support/move-run.ts';

// `npm run test:move` does the same with the whole catalogue.
it.skipIf(POSTGRES_MISSING !== undefined)(
  'a device fetches no block again after its shop has moved',
  async () => {
    const report = await runMoveOfShop({ products: 3_000, images: 60, orders: 5 });
    expect(report.blockCallsBefore).toBeGreaterThan(0);
    expect(report).toMatchObject({
      code: 0,
      blockCallsAfter: 0,
      manifestCallsAfter: 0,
      isInSync: true,
      newDeviceRows: 3_000,
      orders: 5,
      images: hasSwift ? 60 : undefined,
    });
  },
  120_000,
);
