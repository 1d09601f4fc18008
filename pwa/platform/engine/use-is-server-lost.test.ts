import { expect, test } from 'vitest';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { SyncStatus } from '#sync/api/engine-api.ts';
import { isServerLost } from './use-is-server-lost.ts';

/** Creates the statuses of a page, for the shops that have one. */
const withStatuses = (statuses: Partial<Record<ShopKey, Pick<SyncStatus, 'problem' | 'isLive'>>>) => ({
  findStatus: (shop: ShopKey) => statuses[shop] as SyncStatus | undefined,
});
const [one = 'ayz', other = 'pc'] = SHOP_KEYS;

test.each([
  ['nothing is known yet', {}, false],
  ['no call has failed, without a socket', { [one]: { problem: null, isLive: false } }, false],
  [
    'a call of any shop found no server',
    { [one]: { problem: null, isLive: false }, [other]: { problem: 'unreachable', isLive: false } },
    true,
  ],
  ['the socket is open again, before the next call', { [one]: { problem: 'unreachable', isLive: true } }, false],
  ['the server answers with an error', { [one]: { problem: 'server-error', isLive: false } }, false],
] as const)('the server counts as lost when %s: $2', (_state, statuses, isLost) => {
  expect(isServerLost(withStatuses(statuses))).toBe(isLost);
});
