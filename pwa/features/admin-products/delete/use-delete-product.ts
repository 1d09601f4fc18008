import { useState } from 'react';
import { ERRORS } from '#contract/http/error-codes.ts';
import type { ShopKey } from '#contract/shops.ts';
import { serverSentence } from '#pwa/messages/server-sentence.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { undoDeletion } from './undo-deletion.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import { useSaving } from '#pwa/platform/admin/use-saving.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import type { AdminOperation, AdminRejection } from '#sync/api/admin-api.ts';
import { waitingTitle } from '#sync/admin/store/overlay-products.ts';
import { readId } from '../form/product-fields.ts';
import type { FormAlert } from '../form/form-alert.tsx';

const { products } = adminMessages;
const { deletion } = products;

/** A product to be deleted, as far as this device knows it. */
export interface DeletionCandidate {
  /** The id as entered. */
  readonly text: string;
  readonly id: number | undefined;
  readonly title: string | undefined;
  readonly imageVersion: number;
}

/** A deleted or restored product. */
export interface NamedProduct {
  readonly id: number;
  readonly title: string;
}

/** A product deleted just now. */
interface DeletedNow extends NamedProduct {
  /** The deletion's operation while it is pending; undefined once it is applied. */
  readonly op: number | undefined;
}

export interface DeletingProduct {
  readonly isSaving: boolean;
  readonly continueInBackground: () => void;
  readonly alert: FormAlert | undefined;
  readonly closeAlert: () => void;
  /** The product deleted last, if it can be restored at once. */
  readonly restorable: DeletedNow | undefined;
  /** Undoes the last deletion. */
  readonly undo: () => void;
  /** The product whose deletion waits for confirmation. */
  readonly candidate: DeletionCandidate | undefined;
  /** Looks a product up and makes it the candidate. */
  readonly choose: (text: string) => Promise<void>;
  readonly cancel: () => void;
  /** Deletes the candidate; resolves with true when it is deleted or its deletion is pending. */
  readonly remove: () => Promise<boolean>;
  readonly restore: (product: NamedProduct) => Promise<void>;
}

const TITLES: Readonly<Record<string, { readonly title: string }>> = ERRORS;

/** Returns the server's sentence about a rejection; '' if that is only the general title of the error code. */
function ownWords(rejection: AdminRejection | null): string {
  if (!rejection) return '';
  const { code, detail } = rejection;
  return detail === TITLES[code]?.title ? '' : serverSentence(detail);
}

/** Deletes and restores products of a shop. */
export function useDeleteProduct(shop: ShopKey, onChanged: () => void): DeletingProduct {
  const { engine } = useSync();
  const calls = useAdminCalls();
  const data = useOpenAdminData();
  const saving = useSaving();
  const [alert, setAlert] = useState<FormAlert>();
  const [candidate, setCandidate] = useState<DeletionCandidate>();
  const [restorable, setRestorable] = useState<DeletedNow>();

  const put = async (operation: AdminOperation): Promise<number> => {
    if (!data) throw new Error('a newer version of the app holds the database');
    return data.enqueue(operation);
  };

  const choose = async (text: string): Promise<void> => {
    const id = readId(text);
    setRestorable(undefined);
    if (text.trim() === '') return setAlert({ title: deletion.noId });
    const card = id === undefined ? undefined : await engine.catalog.card(shop, id).catch(() => undefined);
    const title = card?.title ?? (id === undefined ? undefined : await findPendingTitle(id));
    setCandidate({ text: text.trim(), id, title, imageVersion: card?.image_version ?? 0 });
  };

  /** Returns the title of a pending addition. A deletion without the title could hit another product that gets the id meanwhile. */
  const findPendingTitle = async (id: number): Promise<string | undefined> =>
    waitingTitle((await data?.outbox().catch(() => [])) ?? [], shop, id);

  /**
   * Returns the title to delete by. Without a given `title`, the server is asked: it returns the title with `seq` and identity, or the
   * reason why it rejects the id. The title is '' if the server cannot be reached.
   */
  const findTitle = async (
    id: number,
    title: string | undefined,
  ): Promise<{ title: string; seen?: number; identity?: string | undefined } | { problem: string }> => {
    if (title !== undefined) return { title };
    const result = await calls.getProduct({ params: { id }, query: { shop } }).catch(() => undefined);
    if (result?.ok) return { title: result.value.title, seen: result.value.seq, identity: result.value.identity };
    return result?.problem === 'rejected'
      ? { problem: serverSentence(result.detail) || deletion.failed }
      : { title: '' };
  };

  const remove = async (): Promise<boolean> => {
    const { id, title } = candidate ?? {};
    setCandidate(undefined);
    const found = id === undefined ? { problem: deletion.failed } : await findTitle(id, title);
    if (id === undefined || 'problem' in found) {
      setAlert({ title: 'problem' in found ? found.problem : deletion.failed });
      return false;
    }
    const saved = await saving.save(() => put({ kind: 'deleteProduct', shop, id, ...found }));
    if (!saved) return false;
    if (saved.outcome === 'failed') setAlert({ title: deletion.failed, text: products.notKept });
    else if (saved.outcome === 'rejected') {
      await data?.discard(saved.op).catch(() => undefined);
      setAlert({ title: ownWords(saved.rejection) || deletion.failed });
    } else if (saved.outcome === 'waiting') {
      const { failure } = saved;
      const reason = failure ? serverSentence(failure.detail) || deletion.failed : products.waits;
      setRestorable({ id, title: found.title, op: saved.op });
      setAlert({ title: reason, text: failure ? `${products.waits}. ${products.waitsHint}` : products.waitsHint });
    } else {
      setRestorable({ id, title: found.title, op: undefined });
      setAlert({ title: deletion.done(id) });
      onChanged();
    }
    return saved.outcome === 'applied' || saved.outcome === 'waiting';
  };

  const restore = async ({ id, title }: NamedProduct): Promise<void> => {
    setAlert(undefined);
    setRestorable(undefined);
    const saved = await saving.save(() => put({ kind: 'restoreProduct', shop, id, title }));
    if (!saved) return;
    if (saved.outcome === 'failed') setAlert({ title: deletion.notRestored, text: products.notKept });
    else if (saved.outcome === 'rejected') {
      await data?.discard(saved.op).catch(() => undefined);
      setAlert({
        title: deletion.notRestored,
        text: saved.rejection ? serverSentence(saved.rejection.detail) : undefined,
      });
    } else if (saved.outcome === 'waiting') setAlert({ title: products.waits, text: products.waitsHint });
    else {
      setAlert({ title: deletion.restored(title) });
      onChanged();
    }
  };

  const undo = (): void => {
    if (!restorable) return;
    const { op, ...product } = restorable;
    if (op === undefined) return void restore(product);
    setAlert(undefined);
    setRestorable(undefined);
    if (data) void undoDeletion(data, { op, shop, ...product }).then(onChanged, () => undefined);
  };

  return {
    undo,
    isSaving: saving.isSaving,
    continueInBackground: saving.continueInBackground,
    alert,
    closeAlert: () => setAlert(undefined),
    restorable,
    candidate,
    choose,
    cancel: () => setCandidate(undefined),
    remove,
    restore,
  };
}
