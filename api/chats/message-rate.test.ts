import { expect, it } from 'vitest';
import { createMemoryBuckets } from '../limits/memory-buckets.ts';
import { createMessageRate } from './message-rate.ts';

const open = (burst: number) => createMessageRate(createMemoryBuckets({ burst, perSecond: 0.1 }, () => 0));

it('a unit that runs again takes no more messages than one that runs once', async () => {
  const rate = open(3);
  const runTwice = () =>
    rate.allow('alice', 1, (allowance) => {
      const waits = [1, 2].map(() => {
        allowance.begin();
        return allowance.take();
      });
      return Promise.resolve(waits);
    });
  for (let turn = 0; turn < 3; turn++) expect(await runTwice()).toEqual([undefined, undefined]);
  expect(await runTwice()).toEqual([10, 10]);
});

it('messages that were not added are given back, also after a failure', async () => {
  const rate = open(2);
  await rate.allow('alice', 2, () => Promise.resolve());
  await rate.allow('alice', 2, () => Promise.reject(new Error('rolled back'))).catch(() => undefined);
  const waits = await rate.allow('alice', 5, (allowance) => Promise.resolve([1, 2, 3].map(() => allowance.take())));
  expect(waits).toEqual([undefined, undefined, 10]);
});

it('a message beyond the reservation is deferred for a second, to get a reservation of its own', async () => {
  const rate = open(2);
  expect(await rate.allow('alice', 0, (allowance) => Promise.resolve(allowance.take()))).toBe(1);
});
