import { liveQuery } from 'dexie';
import type { UserData } from '#sync/account/account-api.ts';
import { openUserData } from '#sync/account/user-data.ts';
import type { EngineApi } from '#sync/worker/engine-api.ts';

/** Times of a round of writes, one after another, from the first of them. */
export interface OutboxTimes {
  /** Until the last one was durable on this device and shown. */
  readonly localMs: number;
  /** Until the server's acknowledgement of all of them. */
  readonly serverMs: number;
}

/** Measures optimistic writes to a demo user's cart, each awaited until it is durable and a live query of the cart shows it. */
export async function measureOutbox(
  engine: EngineApi,
  { credential, writes }: { credential: string; writes: number },
): Promise<OutboxTimes> {
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
  const cart = watchUnits(data);
  const startMs = performance.now();
  for (let place = 0; place < writes; place++) {
    await data.enqueue({
      name: 'addCartItem',
      args: { product_id: 1 + (place % 40), condition: 'good', quantity: 1, price_seen: '5' },
    });
    await cart.shows(place + 1);
  }
  const localMs = performance.now() - startMs;
  await settled(async () => (await data.outbox()).length === 0);
  const serverMs = performance.now() - startMs;
  cart.stop();
  data.close();
  return { localMs, serverMs };
}

/** Follows the cart as a screen does. */
function watchUnits(data: UserData): { shows: (units: number) => Promise<void>; stop: () => void } {
  let shown = 0;
  let onChange = (): void => undefined;
  const watch = liveQuery(() => data.cart()).subscribe((lines) => {
    shown = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    onChange();
  });
  return {
    shows: (units) =>
      new Promise((resolve) => {
        onChange = () => {
          if (shown >= units) resolve();
        };
        onChange();
      }),
    stop: () => watch.unsubscribe(),
  };
}
