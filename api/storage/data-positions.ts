import { SHOP_KEYS } from '#contract/shops.ts';
import type { DataHistory } from './data-history.ts';
import type { Queryable } from './database.ts';
import { ACCOUNT_COUNTER, readClockPairs } from './history.repository.ts';
import type { Pair } from './history.repository.ts';

/**
 * Positions in all that administrators change, as one text: the epoch, a number that rises with every change, and the number and proof of each
 * counter. A device sends back the newest text that it was given, so that a server whose data was put back notices lost changes.
 */
export interface DataPositions {
  /** Reads the newest position. */
  read(): Promise<string>;
  /** Returns whether the history includes a position that a device was given; a lost position begins a new epoch, as in any feed. */
  includes(position: string): Promise<boolean>;
}

const scopeOf = (counter: string) => ({ name: `admin/${counter}`, counter });

export function createDataPositions(history: DataHistory): DataPositions {
  return {
    read: () =>
      history.read(async (trx, epoch) => {
        const pairs = await readPairs(trx);
        const sum = [...pairs.values()].reduce((total, { seq }) => total + seq, 0);
        const claims = Array.from(pairs, ([counter, pair]) =>
          [counter, pair.seq, history.prove(epoch, scopeOf(counter), pair)].join(':'),
        );
        return [epoch, sum, ...claims].join('.');
      }),

    includes: (position) =>
      history.read(async (trx, current) => {
        const pairs = await readPairs(trx);
        const [epoch, , ...claims] = position.split('.');
        const positions = claims.flatMap((claim) => {
          const [counter = '', seq, proof = ''] = claim.split(':');
          const newest = pairs.get(counter);
          return newest ? [{ scope: scopeOf(counter), seq: Number(seq), proof, newest }] : [];
        });
        return history.includes(trx, current, { epoch, positions });
      }),
  };
}

/** Reads the newest states of the shops' products and of orders, by their counters. */
async function readPairs(db: Queryable): Promise<ReadonlyMap<string, Pair>> {
  const shops = await db
    .selectFrom('shop')
    .innerJoin('history', (join) =>
      join.onRef('history.counter', '=', 'shop.key').onRef('history.seq', '=', 'shop.seq'),
    )
    .select(['shop.key', 'shop.seq', 'history.nonce'])
    .where('shop.key', 'in', SHOP_KEYS)
    .execute();
  const { account } = await readClockPairs(db);
  return new Map([...shops.map(({ key, seq, nonce }) => [key, { seq, nonce }] as const), [ACCOUNT_COUNTER, account]]);
}
