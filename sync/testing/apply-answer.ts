import type { AccountChanges } from '#contract/http/account.ts';
import type { OperationResult } from '#contract/http/mutations.ts';
import { toPage } from '../account/store/rows-page.ts';
import type { AccountCursor } from '../account/store/user-database.ts';
import type { UserStore } from '../account/store/user-store.ts';

/** What a server has answered to a device. */
export interface Answer {
  readonly results?: readonly OperationResult[];
  readonly forgotten?: number;
  readonly changes?: AccountChanges;
  /** The cursor that was sent, if it was not that of the stored rows. */
  readonly asked?: AccountCursor | undefined;
}

/** Stores an answer as an exchange does; returns whether the device is up to date then. */
export async function applyAnswer(store: UserStore, { results = [], forgotten = 0, changes, ...more }: Answer) {
  const asked = more.asked ?? (await store.cursor());
  const answers = {
    results: new Map(results.map((result) => [result.id, result])),
    pages: changes ? [toPage(changes, { sent: asked, keepsCart: false })] : [],
    forgotten,
  };
  return (await store.apply(answers, { asked, atMs: 1, isDeferred: () => false })) === 'stored';
}

/** Changes of `alice`'s rows that contain only what is given. */
export const changesOf = ({
  orders,
  chats,
  ...more
}: Partial<Omit<AccountChanges, 'orders' | 'chats'>> & {
  readonly orders?: Partial<AccountChanges['orders']>;
  readonly chats?: Partial<AccountChanges['chats']>;
}): AccountChanges => ({
  epoch: 'e1',
  user: { sub: 'alice', name: 'Alice', email: '', picture: '' },
  cart: { seq: 0 },
  orders: { seq: 0, changed: [], removed: [], isReset: false, more: false, ...orders },
  chats: { seq: 0, changed: [], messages: [], removed: [], isReset: false, more: false, ...chats },
  ...more,
});
