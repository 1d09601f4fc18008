import { useState } from 'react';
import { useOpenUserData, useUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { OutboxEntry, UserData } from '#sync/account/account-api.ts';
import type { CartFailure } from './cart-failures.ts';

/** A change of the cart that the server refused. */
export interface CartRejection {
  readonly kind: CartFailure['kind'];
  /** An error code of the contract. */
  readonly code: string;
}

const KINDS: Partial<Record<OutboxEntry['mutation']['name'], CartFailure['kind']>> = {
  removeCartItem: 'remove',
  setCartQuantity: 'quantity',
};

const readOutbox = (data: UserData): Promise<readonly OutboxEntry[]> => data.outbox();

/** The first refusal that nobody has answered yet, and the answers. Closing leaves it in the list of what was refused. */
export function useCartRejections(): {
  readonly refusal: CartRejection | undefined;
  readonly sendAgain: () => Promise<void>;
  readonly discard: () => Promise<void>;
  readonly close: () => void;
} {
  const data = useOpenUserData();
  const outbox = useUserData(readOutbox);
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const entry = outbox?.find(({ op, mutation, refusal }) => refusal && KINDS[mutation.name] && !closed.has(op));
  const kind = entry && KINDS[entry.mutation.name];
  const close = (): void => {
    if (entry) setClosed(new Set([...closed, entry.op]));
  };
  const settle = async (how: 'sendAgain' | 'discard'): Promise<void> => {
    if (!entry) return;
    // Where the storage fails, the list of what was refused still has it.
    await data?.[how](entry.op).catch(() => undefined);
    close();
  };
  return {
    refusal: entry?.refusal && kind ? { kind, code: entry.refusal.code } : undefined,
    sendAgain: () => settle('sendAgain'),
    discard: () => settle('discard'),
    close,
  };
}
