import { useState } from 'react';
import { useOpenUserData, useUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { OutboxEntry, UserData } from '#sync/api/account-api.ts';
import type { CartFailure } from './cart-failures.ts';

/** A change of the cart that the server rejected. */
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

/** Returns the first rejected removal or quantity that was not closed, with actions. A closed one stays in the list of rejected changes. */
export function useCartRejections(): {
  readonly rejection: CartRejection | undefined;
  readonly sendAgain: () => Promise<void>;
  readonly discard: () => Promise<void>;
  readonly close: () => void;
} {
  const data = useOpenUserData();
  const outbox = useUserData(readOutbox);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const entry = outbox?.find(({ id, mutation, rejection }) => rejection && KINDS[mutation.name] && !closed.has(id));
  const kind = entry && KINDS[entry.mutation.name];
  const close = (): void => {
    if (entry) setClosed(new Set([...closed, entry.id]));
  };
  const settle = async (how: 'sendAgain' | 'discard'): Promise<void> => {
    if (!entry) return;
    // If the storage fails, the list of rejected changes still has the entry.
    await data?.[how](entry.id).catch(() => undefined);
    close();
  };
  return {
    rejection: entry?.rejection && kind ? { kind, code: entry.rejection.code } : undefined,
    sendAgain: () => settle('sendAgain'),
    discard: () => settle('discard'),
    close,
  };
}
