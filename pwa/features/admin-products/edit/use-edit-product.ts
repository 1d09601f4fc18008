import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { UNDO_MS } from '#contract/limits.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { serverSentence } from '#pwa/messages/server-sentence.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useAdminData, useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useAdminEngine } from '#pwa/platform/admin/use-admin-engine.ts';
import { enqueueAndWait, useSaving } from '#pwa/platform/admin/use-saving.ts';
import type { SaveResult } from '#pwa/platform/admin/use-saving.ts';
import type { AdminOperation, DraftKey, ImageRef } from '#sync/api/admin-api.ts';
import { russian } from '../form/form-alert.tsx';
import type { FormAlert } from '../form/form-alert.tsx';
import { keepOwnChanges } from './keep-own-changes.ts';
import { isStale, planForm, planImages, planRejectedForm, rebaseForm, reviveForm, storedImages } from './plan-edit.ts';
import { isWorthStoring, imageKey } from '../form/product-draft.ts';
import { isAboutImages, problemsOf, rejectionText } from '../form/read-rejection.ts';
import { useFormImages } from '../images/use-form-images.ts';
import { findLastEdit } from './use-load-product.ts';
import type { EditedProduct } from './use-load-product.ts';
import { useProductDraft } from '../form/use-product-draft.ts';
import { useProductForm } from '../form/use-product-form.ts';

const { products } = adminMessages;

/** Returns the message that an edit is sent later; after a server failure, the message also says what failed. */
function describeWaiting({ failure }: Extract<SaveResult, { outcome: 'waiting' }>): FormAlert {
  if (!failure) return { title: products.waits, text: products.waitsHint };
  const waits = `${products.waits}. ${products.waitsHint}`;
  return russian(failure.isUpload ? 'imagesFailed' : 'saveFailed', waits);
}

type Edit = Extract<AdminOperation, { kind: 'editProduct' }>;

interface EditOptions {
  readonly shop: ShopDefinition & { readonly key: ShopKey };
  readonly edited: EditedProduct;
  /** Called when the form is finished; `alert` is shown. */
  readonly onDone: (alert?: FormAlert) => void;
  /** Called when another administrator changed a field that the operation `op` changes. */
  readonly onConflict: (op: number) => void;
  /** Called when another window has saved or cleared the form. The changes of this window are stored by then. */
  readonly onElsewhere: () => void;
}

/** Implements the form of an existing product. */
export function useEditProduct({ shop, edited, onDone, onConflict, onElsewhere }: EditOptions) {
  const { offer, key } = shop;
  const { product } = edited.loaded;
  const draftKey: DraftKey = `${key}/edit/${product.id}`;
  const data = useOpenAdminData();
  const { onEvent } = useAdminEngine();
  const [known, setKnown] = useState(() => storedImages(edited.loaded));
  const [op, setOp] = useState(edited.entry?.state === 'rejected' ? edited.entry.op : undefined);
  const [alert, setAlert] = useState<FormAlert>();
  const [initial] = useState(() => planForm(offer, edited));
  const [preset] = useState(() => planRejectedForm(edited.entry, known));
  const storedDraft = useProductDraft({
    key: draftKey,
    initial,
    preset,
    revive: (draft) => reviveForm(edited.isReopened ? rebaseForm(draft, initial) : draft, known),
    isWorthStoring: (draft) => isWorthStoring(offer, draft, initial),
    onGone: () => void follow(),
  });
  const isSubmitting = useRef(false);
  const { draft = initial, change } = storedDraft;
  const images = useFormImages(draft, storedDraft);
  const state = useProductForm(offer, draft, change);
  const saving = useSaving();

  /** Stores the changes of this window, then reopens the form with the product that another window saved. */
  const follow = async (): Promise<void> => {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    await keepOwnChanges(data, draftKey, initial, storedDraft.ownFields()).catch(() => undefined);
    onElsewhere();
  };
  const openedOp = edited.entry?.op ?? 0;
  const lastOp = useAdminData(
    async (rows) => findLastEdit(await rows.outbox(), key, product.id)?.op ?? 0,
    [key, product.id],
  );
  const followEdit = useEffectEvent((last: number): void => {
    if (last > openedOp && last !== op) void follow();
  });
  useEffect(() => followEdit(lastOp ?? 0), [lastOp]);

  /** Deletes an image of the saved product without waiting for the form to be saved. */
  const deleteStored = async (image: Extract<ImageRef, { kind: 'stored' }>): Promise<void> => {
    const { name } = image;
    const index = draft.images.findIndex((other) => imageKey(other) === imageKey(image));
    const knownBefore = known;
    const { round } = storedDraft;
    // The server rejects the deletion of the last image, so this deletion needs no undo.
    const isUndoable = draft.images.length > 1;
    let deletion: number | undefined;
    let isPutBack = false;
    const takeBack = (): void => {
      isPutBack = true;
      setKnown(knownBefore);
      if (deletion !== undefined) data?.discard(deletion).catch(() => undefined);
    };
    images.remove(image, isUndoable ? takeBack : null);
    setKnown(knownBefore?.filter((other) => other.name !== name));
    const put = async (): Promise<number> => {
      if (!data) throw new Error('a newer version of the app holds the database');
      deletion = await data.enqueue({
        kind: 'deleteImage',
        shop: key,
        id: product.id,
        name,
        seen: product.seq,
        isUndoable,
      });
      if (isPutBack) await data.discard(deletion);
      return deletion;
    };
    const options = { onEvent, waitMs: DELETE_WAIT_MS, signal: new AbortController().signal };
    const result = await enqueueAndWait(put, options).catch(() => undefined);
    if (isPutBack || (result && result.outcome !== 'rejected')) return;
    setKnown(knownBefore);
    if (storedDraft.isCurrent(round)) {
      change((last) => ({ ...last, images: last.images.toSpliced(Math.max(0, index), 0, image) }));
    }
    const rejection = result?.outcome === 'rejected' ? result.rejection : null;
    if (result) await data?.discard(result.op).catch(() => undefined);
    const text =
      rejection?.code === 'last-picture'
        ? products.images.last
        : rejection
          ? serverSentence(rejection.detail)
          : products.notKept;
    setAlert(russian('imageNotDeleted', text));
  };

  const showResult = async (saved: SaveResult): Promise<void> => {
    if (saved.outcome === 'failed') {
      isSubmitting.current = false;
      await storedDraft.saveNow();
      setAlert(russian('editFailed', products.notKept));
    } else if (saved.outcome === 'rejected' && saved.rejection) {
      const { rejection } = saved;
      isSubmitting.current = false;
      setOp(saved.op);
      state.showProblems(problemsOf(rejection));
      const title = isAboutImages(rejection) ? 'imagesFailed' : 'saveFailed';
      setAlert(russian(title, rejectionText(rejection, draft.images)));
    } else {
      await storedDraft.start(initial);
      if (saved.outcome === 'conflict') onConflict(saved.op);
      const done = saved.outcome === 'waiting' ? describeWaiting(saved) : russian('saved');
      onDone(saved.outcome === 'conflict' ? undefined : done);
    }
  };

  const submit = async (): Promise<void> => {
    const fields = images.preparing > 0 ? undefined : state.check();
    if (!fields || !draft.base || isSubmitting.current) return;
    isSubmitting.current = true;
    const operation: Edit = {
      kind: 'editProduct',
      shop: key,
      id: product.id,
      base: draft.base,
      fields,
      ...planImages(draft.images, known),
    };
    const saved = await saving.save(async () => {
      await storedDraft.dropUnsaved();
      if (!data) throw new Error('a newer version of the app holds the database');
      if (op === undefined) return data.enqueue(operation, draftKey);
      await data.sendAgain(op, operation);
      return op;
    });
    if (saved) await showResult(saved);
  };

  const reset = async (): Promise<void> => {
    if (op !== undefined) await data?.discard(op).catch(() => undefined);
    await storedDraft.start(initial);
    onDone();
  };

  return {
    storedDraft,
    draft: storedDraft.draft,
    isStale: storedDraft.isRestored && isStale(offer, draft, product),
    hasNames: known !== undefined || draft.images.some(({ kind }) => kind === 'stored'),
    images,
    state,
    saving,
    alert,
    closeAlert: () => setAlert(undefined),
    removeImage: (image: ImageRef): void => {
      if (image.kind === 'stored') void deleteStored(image);
      else images.remove(image);
    },
    submit,
    reset,
  };
}

/** Maximum wait for the server's decision; afterwards the operation stays in the outbox. */
const DELETE_WAIT_MS = UNDO_MS + 15_000;
