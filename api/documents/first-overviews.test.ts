import { expect, it } from 'vitest';
import { ApiError } from '#contract/http/errors.ts';
import type { Misses, ReadCaller } from '../catalog/reads/misses.ts';
import type { ShopStates } from '../catalog/feed/shop-state.ts';
import { createFirstOverviews } from './first-overviews.ts';

const OVERVIEW = { total: 1, top: [], rows: [] };

it('[READ3] a network over its limits does not fail the start screens of other networks that share its read', async () => {
  const asked: string[] = [];
  const query = async ({ address }: ReadCaller) => {
    asked.push(address);
    if (address === 'busy') throw new ApiError('too-many-requests');
    return OVERVIEW;
  };
  const states = { get: () => ({ nonce: 'products', viewsNonce: 'views' }) };
  const read = createFirstOverviews({ query } as unknown as Misses, states as unknown as ShopStates);
  const results = await Promise.allSettled(['busy', 'shopper', 'other'].map((address) => read(address, 'pc', null)));
  expect(results).toMatchObject([
    { status: 'rejected' },
    { status: 'fulfilled', value: OVERVIEW },
    { status: 'fulfilled', value: OVERVIEW },
  ]);
  expect(asked).toEqual(['busy', 'shopper']);
});
