import { useEffect, useState } from 'react';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import { useSaving } from '#pwa/platform/admin/use-saving.ts';
import type { SaveResult } from '#pwa/platform/admin/use-saving.ts';
import type { AdminEntry, AdminOperation, DraftKey } from '#sync/api/admin-api.ts';
import { useProductForm } from '../form/use-product-form.ts';
import { readId } from '../form/product-fields.ts';
import { russian } from '../form/form-alert.tsx';
import type { FormAlert } from '../form/form-alert.tsx';
import { draftOfOperation, emptyDraft, findMarks, isWorthStoring, localImageIds } from '../form/product-draft.ts';
import { problemsOf, rejectionText } from '../form/read-rejection.ts';
import { useFormImages } from '../images/use-form-images.ts';
import { useNextId } from './use-next-id.ts';
import { useProductDraft } from '../form/use-product-draft.ts';

const { products, outbox } = adminMessages;

type Addition = Extract<AdminOperation, { kind: 'addProduct' }>;

interface AddOptions {
  readonly shop: ShopDefinition & { readonly key: ShopKey };
  /** The pending or rejected addition in the outbox that the form edits; undefined for a new product. */
  readonly entry: AdminEntry | undefined;
  /** Key of the form's stored draft. */
  readonly draftKey: DraftKey;
  /** Called when the form is finished; `alert` is shown. */
  readonly onDone: (alert?: FormAlert) => void;
}

/** Implements the form of a new product, or of one whose addition is in the outbox. */
export function useAddProduct({ shop, entry, draftKey, onDone }: AddOptions) {
  const { offer, key } = shop;
  const from = entry?.operation.kind === 'addProduct' ? entry.operation : undefined;
  const data = useOpenAdminData();
  const calls = useAdminCalls();
  const fetchNextId = useNextId(key);
  const [op, setOp] = useState(entry?.op);
  const [alert, setAlert] = useState<FormAlert>();
  const [initial] = useState(() => (from ? draftOfOperation(from) : emptyDraft(offer)));
  const storedDraft = useProductDraft({
    key: draftKey,
    initial,
    // A draft stored by another feature may lack fields.
    revive: (draft) => ({ ...draft, fields: { ...PRODUCT_DEFAULTS[offer], ...draft.fields } }),
    isWorthStoring: (draft) => isWorthStoring(offer, draft),
  });
  const { draft, change, start } = storedDraft;
  const images = useFormImages(draft ?? emptyDraft(offer), storedDraft);
  const state = useProductForm(offer, draft, change);
  const saving = useSaving();

  const needsId = draft !== undefined && entry === undefined;
  useEffect(() => {
    if (!needsId) return undefined;
    let isOver = false;
    void fetchNextId().then((id) => {
      // An id entered by the administrator is not replaced.
      if (!isOver) change((last) => (last.isOwnId ? last : { ...last, id: String(id) }));
    });
    return () => {
      isOver = true;
    };
  }, [needsId, fetchNextId, change]);

  const startEmpty = async (): Promise<void> => {
    setOp(undefined);
    state.showProblems({});
    await start(emptyDraft(offer));
    const id = String(await fetchNextId());
    change((last) => (last.isOwnId ? last : { ...last, id }));
  };

  const send = (operation: Addition): Promise<SaveResult | undefined> =>
    saving.save(async () => {
      await storedDraft.dropUnsaved();
      if (!data) throw new Error('a newer version of the app holds the database');
      if (op === undefined) return data.enqueue(operation, draftKey);
      if (from) return data.changeAddition(op, operation, from);
      await data.sendAgain(op, operation);
      return op;
    });

  const showResult = async (saved: SaveResult, operation: Addition): Promise<void> => {
    if (saved.outcome === 'failed') {
      await storedDraft.saveNow();
      setAlert({ title: products.addRejected, text: products.notKept });
    } else if (saved.outcome === 'rejected' && saved.rejection) {
      setOp(saved.op);
      state.showProblems(problemsOf(saved.rejection));
      setAlert({ title: products.addRejected, text: rejectionText(saved.rejection, draft?.images ?? []) });
    } else {
      const isPending = saved.outcome === 'waiting';
      const addedId = isPending ? operation.id : (saved.product?.id ?? operation.id);
      const text = addedId === operation.id ? undefined : products.addedAs(addedId);
      if (saved.outcome === 'conflict') onDone({ title: outbox.notSaved });
      else if (isPending) onDone({ title: products.waits, text: products.waitsHint });
      else onDone(saved.operation.kind === 'addProduct' ? russian('added', text) : russian('saved'));
      if (!entry) await startEmpty();
    }
  };

  const submit = async (): Promise<void> => {
    if (!draft || images.preparing > 0) return;
    if (draft.id.trim() === '') {
      if (shop.addWithoutId === 'alert') setAlert({ title: products.noName });
      return;
    }
    const id = readId(draft.id);
    const fields = state.check(id === undefined ? { id: products.badId } : {});
    if (!fields || id === undefined) return;
    const conditionImages = findMarks(draft.images);
    const operation: Addition = {
      kind: 'addProduct',
      shop: key,
      id,
      isOwnId: draft.isOwnId,
      fields,
      images: localImageIds(draft.images),
      ...(conditionImages && { conditionImages }),
    };
    const saved = await send(operation);
    if (saved) await showResult(saved, operation);
  };

  const reset = async (): Promise<void> => {
    if (entry?.state === 'waiting') return start(initial);
    const id = readId(draft?.id ?? '');
    if (op !== undefined) await data?.discard(op).catch(() => undefined);
    // Deletes the description's uploads; if that fails, the server deletes them later.
    if (id !== undefined) void calls.deleteEditorFolder({ params: { shop: key, id } }).catch(() => undefined);
    if (entry) onDone();
    else await startEmpty();
  };

  return { storedDraft, draft, images, state, saving, alert, closeAlert: () => setAlert(undefined), submit, reset };
}
