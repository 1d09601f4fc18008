import { useState } from 'react';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { enqueueAndWait } from '#pwa/platform/admin/enqueue-and-wait.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useAdminEngine } from '#pwa/platform/admin/use-admin-engine.ts';
import { useSaving } from '#pwa/platform/admin/use-saving.ts';
import type { Saved } from '#pwa/platform/admin/use-saving.ts';
import type { AdminOperation, DraftKey, ImageRef } from '#sync/admin/admin-api.ts';
import { russian } from '../form/form-alert.tsx';
import type { FormAlert } from '../form/form-alert.tsx';
import { isStale, planForm, planImages, planRejectedForm, reviveForm } from './plan-edit.ts';
import { isWorthKeeping, imageKey } from '../form/product-draft.ts';
import { isAboutImages, problemsOf, rejectionText } from '../form/read-rejection.ts';
import { useFormImages } from '../images/use-form-images.ts';
import type { EditedProduct } from './use-load-product.ts';
import { useProductDraft } from '../form/use-product-draft.ts';
import { useProductForm } from '../form/use-product-form.ts';

const { products } = adminMessages;

type Edit = Extract<AdminOperation, { kind: 'editProduct' }>;

interface EditOptions {
  readonly shop: ShopDefinition & { readonly key: ShopKey };
  readonly edited: EditedProduct;
  /** The form is done with; with what there is to be said of it. */
  readonly onDone: (alert?: FormAlert) => void;
  /** Somebody else has changed the same field. */
  readonly onConflict: (op: number) => void;
}

/** The form of a product that is changed, at work. */
export function useEditProduct({ shop, edited, onDone, onConflict }: EditOptions) {
  const { offer, key } = shop;
  const { product } = edited.loaded;
  const draftKey: DraftKey = `${key}/edit/${product.id}`;
  const data = useOpenAdminData();
  const { onEvent } = useAdminEngine();
  const [names, setNames] = useState(edited.loaded.names);
  const [op, setOp] = useState(edited.entry?.state === 'refused' ? edited.entry.op : undefined);
  const [alert, setAlert] = useState<FormAlert>();
  const [initial] = useState(() => planForm(offer, edited));
  const [given] = useState(() => planRejectedForm(edited.entry, edited.loaded.names));
  const kept = useProductDraft({
    key: draftKey,
    initial,
    given,
    revive: (draft) => reviveForm(draft, names),
    isWorthKeeping: (draft) => isWorthKeeping(offer, draft, initial),
  });
  const { draft = initial, change } = kept;
  const pictures = useFormImages(draft, kept);
  const state = useProductForm(offer, draft, change);
  const saving = useSaving();

  /** Deletes a picture that the server has, at once. */
  const deleteStored = async (picture: Extract<ImageRef, { kind: 'stored' }>): Promise<void> => {
    const { name } = picture;
    const place = draft.pictures.findIndex((one) => imageKey(one) === imageKey(picture));
    const before = names;
    pictures.remove(picture);
    setNames(before?.filter((known) => known !== name));
    const put = async (): Promise<number> => {
      if (!data) throw new Error('A newer version of the app has the rows');
      return data.enqueue({ kind: 'deletePicture', shop: key, id: product.id, name });
    };
    const waiting = { onEvent, waitMs: DELETE_WAIT_MS, signal: new AbortController().signal };
    const decided = await enqueueAndWait(put, waiting).catch(() => undefined);
    if (decided && decided.outcome !== 'refused') return;
    setNames(before);
    change((last) => ({ ...last, pictures: last.pictures.toSpliced(Math.max(0, place), 0, picture) }));
    const refusal = decided?.outcome === 'refused' ? decided.refusal : null;
    if (decided) await data?.discard(decided.op).catch(() => undefined);
    const text = refusal?.code === 'last-picture' ? products.pictures.last : (refusal?.detail ?? products.notKept);
    setAlert(russian(products.pictureNotDeleted, text));
  };

  const settle = async (saved: Saved): Promise<void> => {
    if (saved.outcome === 'failed') {
      await kept.keepNow();
      setAlert(russian(products.editFailed, products.notKept));
    } else if (saved.outcome === 'refused' && saved.refusal) {
      const { refusal } = saved;
      setOp(saved.op);
      state.tell(problemsOf(refusal));
      const title = isAboutImages(refusal) ? products.picturesFailed : products.saveFailed;
      setAlert(russian(title, rejectionText(refusal, draft.pictures)));
    } else {
      await kept.start(initial);
      if (saved.outcome === 'conflict') onConflict(saved.op);
      const isWaiting = saved.outcome === 'waiting';
      const done = isWaiting ? { title: products.waits, text: products.waitsHint } : russian(products.saved);
      onDone(saved.outcome === 'conflict' ? undefined : done);
    }
  };

  const submit = async (): Promise<void> => {
    const fields = pictures.preparing > 0 ? undefined : state.check();
    if (!fields || !draft.base) return;
    const operation: Edit = {
      kind: 'editProduct',
      shop: key,
      id: product.id,
      base: draft.base,
      fields,
      pictures: planImages(draft.pictures, names),
    };
    const saved = await saving.save(async () => {
      await kept.hold();
      if (!data) throw new Error('A newer version of the app has the rows');
      if (op === undefined) return data.enqueue(operation, draftKey);
      await data.sendAgain(op, operation);
      return op;
    });
    if (saved) await settle(saved);
  };

  const reset = async (): Promise<void> => {
    if (op !== undefined) await data?.discard(op).catch(() => undefined);
    await kept.start(initial);
    onDone();
  };

  return {
    kept,
    draft: kept.draft,
    isStale: kept.isRestored && isStale(offer, draft, product),
    hasNames: names !== undefined || draft.pictures.some(({ kind }) => kind === 'stored'),
    pictures,
    state,
    saving,
    alert,
    closeAlert: () => setAlert(undefined),
    removeImage: (picture: ImageRef): void => {
      if (picture.kind === 'stored') void deleteStored(picture);
      else pictures.remove(picture);
    },
    submit,
    reset,
  };
}

/** A picture that is deleted later is deleted all the same. */
const DELETE_WAIT_MS = 15_000;
