import { liveQuery } from 'dexie';
import { openUserData } from '#sync/account/user-data.ts';
import type { EngineApi } from '#sync/worker/engine-api.ts';

/** Times of a round of writes, from the first of them. */
export interface OutboxTimes {
  /** Until all were durable on this device. */
  readonly localMs: number;
  /** Until the server's acknowledgement of all of them. */
  readonly serverMs: number;
}

/** Measures rounds of optimistic writes to a demo user's cart. */
export async function measureOutbox(
  engine: EngineApi,
  { credential, writes, rounds }: { credential: string; writes: number; rounds: number },
): Promise<OutboxTimes[]> {
  const session = await engine.account.signIn(credential);
  if (!session.ok) throw new Error(`Signing in came to ${session.problem}`);
  const data = openUserData(session.value.user.sub);
  const settled = async (isSettled: () => Promise<boolean>): Promise<void> => {
    const done = Promise.withResolvers<void>();
    const watch = liveQuery(isSettled).subscribe((isDone) => {
      if (isDone) done.resolve();
    });
    await done.promise;
    watch.unsubscribe();
  };
  await settled(async () => (await data.state()).lastSyncedAtMs !== null);
  const times: OutboxTimes[] = [];
  for (let round = 0; round < rounds; round++) {
    const startMs = performance.now();
    await Promise.all(
      Array.from({ length: writes }, (_, place) =>
        data.enqueue({
          name: 'addCartItem',
          args: { product_id: 1 + (place % 40), condition: 'good', quantity: 1, price_seen: '5' },
        }),
      ),
    );
    const localMs = performance.now() - startMs;
    await settled(async () => (await data.outbox()).length === 0);
    times.push({ localMs, serverMs: performance.now() - startMs });
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  data.close();
  return times;
}
