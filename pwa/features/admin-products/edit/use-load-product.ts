import { useEffect, useEffectEvent, useState } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { readEditedProduct, storeEditedProduct } from '#pwa/platform/admin/admin-form-state.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import type { AdminEntry } from '#sync/api/admin-api.ts';
import { findWaitingAddition } from '#sync/admin/store/overlay-products.ts';
import { readId } from '../form/product-fields.ts';
import { russian } from '../form/form-alert.tsx';
import type { FormAlert } from '../form/form-alert.tsx';
import { loadProduct } from './load-product.ts';
import type { LoadedProduct } from './load-product.ts';

const { products } = adminMessages;

/** The product of a form, and its last edit in the outbox (`entry`). */
export interface EditedProduct {
  readonly loaded: Extract<LoadedProduct, { kind: 'found' }>;
  readonly entry: AdminEntry | undefined;
  /** Whether the form was opened again because another window saved or cleared it. */
  readonly isReopened: boolean;
}

export interface ProductLoading {
  /** Text of the id field. */
  readonly id: string;
  readonly setId: (text: string) => void;
  readonly isLoading: boolean;
  readonly edited: EditedProduct | undefined;
  readonly alert: FormAlert | undefined;
  readonly setAlert: (alert: FormAlert | undefined) => void;
  readonly load: (id: string) => Promise<void>;
  /** Loads the product again after another window saved or cleared its form. */
  readonly reopen: () => void;
  /** Closes the form. */
  readonly close: () => void;
}

/**
 * Loads the product to edit: at first `productId`, or without it the last edited product if that has an unfinished draft. `onWaiting` is
 * called for a product that is not on the server yet, with the operation in the outbox that adds it.
 */
export function useLoadProduct(
  shop: ShopKey,
  productId: number | undefined,
  onWaiting: (op: number) => void,
): ProductLoading {
  const calls = useAdminCalls();
  const { engine } = useSync();
  const data = useOpenAdminData();
  const [id, setId] = useState('');
  const [isLoading, setLoading] = useState(false);
  const [edited, setEdited] = useState<EditedProduct>();
  const [alert, setAlert] = useState<FormAlert>();

  const close = (): void => {
    setEdited(undefined);
    setId('');
    storeEditedProduct(shop, 0);
  };
  const load = async (text: string, isReopened = false): Promise<void> => {
    setId(text);
    const number = readId(text);
    setEdited(undefined);
    if (number === undefined) return setAlert(russian('notFound'));
    setLoading(true);
    const [loaded, outbox] = await Promise.all([
      loadProduct(calls, engine.catalog, shop, number),
      data?.outbox().catch(() => []),
    ]);
    setLoading(false);
    const waiting = loaded.kind === 'found' ? undefined : findWaitingAddition(outbox ?? [], shop, number);
    if (waiting) onWaiting(waiting.op);
    else if (loaded.kind === 'missing') setAlert(russian('notFound'));
    else if (loaded.kind === 'unavailable') setAlert({ title: products.edit.unavailable });
    else {
      storeEditedProduct(shop, number);
      setEdited({ loaded, entry: findLastEdit(outbox ?? [], shop, number), isReopened });
    }
  };
  const reopen = (): void => void load(String(edited?.loaded.product.id ?? id), true);

  const findFirst = async (): Promise<number | undefined> => {
    if (productId !== undefined) return productId;
    const drafted = (await data?.draftedProducts(shop).catch(() => [])) ?? [];
    const last = readEditedProduct(shop);
    return drafted.includes(last) ? last : undefined;
  };
  const openFirst = useEffectEvent((): void => {
    void findFirst().then((first) => (first === undefined ? undefined : load(String(first))));
  });
  useEffect(() => openFirst(), []);

  return { id, setId, isLoading, edited, alert, setAlert, load: (text) => load(text), reopen, close };
}

/** The last edit of a product in the outbox. */
export const findLastEdit = (outbox: readonly AdminEntry[], shop: ShopKey, id: number): AdminEntry | undefined =>
  outbox.findLast(
    ({ operation }) => operation.kind === 'editProduct' && operation.shop === shop && operation.id === id,
  );
