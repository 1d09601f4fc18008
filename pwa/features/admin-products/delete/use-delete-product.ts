import { useState } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useAdminEngine } from '#pwa/platform/admin/use-admin-engine.ts';
import { useSaving } from '#pwa/platform/admin/use-saving.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import type { AdminOperation } from '#sync/admin/admin-api.ts';
import { waitingTitle } from '#sync/admin/store/overlay-products.ts';
import { readId } from '../form/check-draft.ts';
import type { FormAlert } from '../form/form-alert.tsx';

const { products } = adminMessages;
const { deletion } = products;

/** A product that is about to be deleted, as far as this device knows it. */
export interface DeletionCandidate {
  /** As it was written. */
  readonly text: string;
  readonly id: number | undefined;
  readonly title: string | undefined;
  readonly imageVersion: number;
}

/** A product that was deleted, or is brought back. */
export interface NamedProduct {
  readonly id: number;
  readonly title: string;
}

export interface DeletingProduct {
  readonly isSaving: boolean;
  readonly goOn: () => void;
  readonly alert: FormAlert | undefined;
  readonly closeAlert: () => void;
  /** What was deleted last and can be brought back at once. */
  readonly undoable: NamedProduct | undefined;
  /** What is asked about before it is deleted. */
  readonly doomed: DeletionCandidate | undefined;
  readonly ask: (text: string) => Promise<void>;
  readonly giveUp: () => void;
  /** Deletes what was asked about; true when it is gone, or on its way. */
  readonly remove: () => Promise<boolean>;
  readonly restore: (product: NamedProduct) => Promise<void>;
}

/** Deletes products of a shop, and brings them back. */
export function useDeleteProduct(shop: ShopKey, onChanged: () => void): DeletingProduct {
  const { engine } = useSync();
  const { api } = useAdminEngine();
  const data = useOpenAdminData();
  const saving = useSaving();
  const [alert, setAlert] = useState<FormAlert>();
  const [doomed, setDoomed] = useState<DeletionCandidate>();
  const [undoable, setUndoable] = useState<NamedProduct>();

  const put = async (operation: AdminOperation): Promise<number> => {
    if (!data) throw new Error('A newer version of the app has the rows');
    return data.enqueue(operation);
  };

  const ask = async (text: string): Promise<void> => {
    const id = readId(text);
    setUndoable(undefined);
    if (text.trim() === '') return setAlert({ title: deletion.noId });
    const card = id === undefined ? undefined : await engine.card(shop, id).catch(() => undefined);
    const title = card?.title ?? (id === undefined ? undefined : await findWaiting(id));
    setDoomed({ text: text.trim(), id, title, imageVersion: card?.image_version ?? 0 });
  };

  /** One that only waits to be added is named as such: by the id alone, whatever product has it by then would be deleted. */
  const findWaiting = async (id: number): Promise<string | undefined> =>
    waitingTitle((await data?.outbox().catch(() => [])) ?? [], shop, id);

  /** What the server calls the product; a refusal where it has none. */
  const find = async (id: number, title: string | undefined): Promise<{ title: string } | { refusal: string }> => {
    if (title !== undefined) return { title };
    const asked = await api.loadProduct(shop, id).catch(() => undefined);
    if (asked?.ok) return { title: asked.value.title };
    return asked?.problem === 'rejected' ? { refusal: asked.detail } : { title: '' };
  };

  const remove = async (): Promise<boolean> => {
    const { id, title } = doomed ?? {};
    setDoomed(undefined);
    const found = id === undefined ? { refusal: deletion.failed } : await find(id, title);
    if (id === undefined || 'refusal' in found) {
      setAlert({ title: 'refusal' in found ? found.refusal : deletion.failed });
      return false;
    }
    const saved = await saving.save(() => put({ kind: 'deleteProduct', shop, id, title: found.title }));
    if (!saved) return false;
    if (saved.outcome === 'failed') setAlert({ title: deletion.failed, text: products.notKept });
    else if (saved.outcome === 'refused') {
      await data?.discard(saved.op).catch(() => undefined);
      setAlert({ title: saved.refusal?.detail ?? deletion.failed });
    } else if (saved.outcome === 'waiting') setAlert({ title: products.waits, text: products.waitsHint });
    else {
      setUndoable({ id, title: found.title });
      setAlert({ title: deletion.done(id) });
      onChanged();
    }
    return saved.outcome === 'applied' || saved.outcome === 'waiting';
  };

  const restore = async ({ id, title }: NamedProduct): Promise<void> => {
    setAlert(undefined);
    setUndoable(undefined);
    const saved = await saving.save(() => put({ kind: 'restoreProduct', shop, id, title }));
    if (!saved) return;
    if (saved.outcome === 'failed') setAlert({ title: deletion.notRestored, text: products.notKept });
    else if (saved.outcome === 'refused') {
      await data?.discard(saved.op).catch(() => undefined);
      setAlert({ title: deletion.notRestored, text: saved.refusal?.detail });
    } else if (saved.outcome === 'waiting') setAlert({ title: products.waits, text: products.waitsHint });
    else {
      setAlert({ title: deletion.restored(title) });
      onChanged();
    }
  };

  return {
    isSaving: saving.isSaving,
    goOn: saving.goOn,
    alert,
    closeAlert: () => setAlert(undefined),
    undoable,
    doomed,
    ask,
    giveUp: () => setDoomed(undefined),
    remove,
    restore,
  };
}
