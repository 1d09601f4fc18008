import { useEffect, useState } from 'react';
import { PRODUCT_DEFAULTS } from '#contract/product.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useAdminEngine } from '#pwa/platform/admin/use-admin-engine.ts';
import { useSaving } from '#pwa/platform/admin/use-saving.ts';
import type { Saved } from '#pwa/platform/admin/use-saving.ts';
import type { AdminEntry, AdminOperation, DraftKey } from '#sync/admin/admin-api.ts';
import { readId } from '../form/check-draft.ts';
import { russian } from '../form/form-alert.tsx';
import type { FormAlert } from '../form/form-alert.tsx';
import { draftOfOperation, emptyDraft, isWorthKeeping, keptIds } from '../form/product-draft.ts';
import { problemsOf, rejectionText } from '../form/read-rejection.ts';
import { useFormImages } from '../images/use-form-images.ts';
import { useNextId } from './use-next-id.ts';
import { useProductDraft } from '../form/use-product-draft.ts';
import { useProductForm } from '../form/use-product-form.ts';

const { products } = adminMessages;

type Addition = Extract<AdminOperation, { kind: 'addProduct' }>;

/** The form of a new product at work. `refused`: an addition that the server refused, which is to be sent again. */
export function useAddProduct(shop: ShopDefinition & { readonly key: ShopKey }, refused: AdminEntry | undefined) {
  const { offer, key } = shop;
  const draftKey: DraftKey = `${key}/add`;
  const data = useOpenAdminData();
  const { api } = useAdminEngine();
  const fetchNextId = useNextId(key);
  const [op, setOp] = useState(refused?.op);
  const [alert, setAlert] = useState<FormAlert>();
  const [given] = useState(() =>
    refused?.operation.kind === 'addProduct' ? draftOfOperation(refused.operation) : undefined,
  );
  const kept = useProductDraft({
    key: draftKey,
    initial: emptyDraft(offer),
    given,
    // What another part has put there need not have every field.
    revive: (draft) => ({ ...draft, fields: { ...PRODUCT_DEFAULTS[offer], ...draft.fields } }),
    isWorthKeeping: (draft) => isWorthKeeping(offer, draft),
  });
  const { draft, change, start } = kept;
  const pictures = useFormImages(draft ?? emptyDraft(offer), kept);
  const state = useProductForm(offer, draft, change);
  const saving = useSaving();

  const isReady = draft !== undefined;
  useEffect(() => {
    if (!isReady) return undefined;
    let isOver = false;
    void fetchNextId().then((id) => {
      // Whoever has written an id by hand knows why.
      if (!isOver) change((last) => (last.isOwnId ? last : { ...last, id: String(id) }));
    });
    return () => {
      isOver = true;
    };
  }, [isReady, fetchNextId, change]);

  const startAnew = async (): Promise<void> => {
    setOp(undefined);
    state.tell({});
    await start(emptyDraft(offer));
    const id = String(await fetchNextId());
    change((last) => (last.isOwnId ? last : { ...last, id }));
  };

  const send = (operation: Addition): Promise<Saved | undefined> =>
    saving.save(async () => {
      await kept.hold();
      if (!data) throw new Error('A newer version of the app has the rows');
      if (op === undefined) return data.enqueue(operation, draftKey);
      await data.sendAgain(op, operation);
      return op;
    });

  const settle = async (saved: Saved, operation: Addition): Promise<void> => {
    if (saved.outcome === 'failed') {
      await kept.keepNow();
      setAlert({ title: products.addRefused, text: products.notKept });
    } else if (saved.outcome === 'refused' && saved.refusal) {
      setOp(saved.op);
      state.tell(problemsOf(saved.refusal));
      setAlert({ title: products.addRefused, text: rejectionText(saved.refusal, draft?.pictures ?? []) });
    } else {
      const isWaiting = saved.outcome === 'waiting';
      const addedId = isWaiting ? operation.id : (saved.product?.id ?? operation.id);
      const text = addedId === operation.id ? undefined : products.addedAs(addedId);
      setAlert(isWaiting ? { title: products.waits, text: products.waitsHint } : russian(products.added, text));
      await startAnew();
    }
  };

  const submit = async (): Promise<void> => {
    if (!draft || pictures.preparing > 0) return;
    if (draft.id.trim() === '') {
      if (shop.addWithoutId === 'alert') setAlert({ title: products.noName });
      return;
    }
    const id = readId(draft.id);
    const fields = state.check(id === undefined ? { id: products.badId } : {});
    if (!fields || id === undefined) return;
    const operation: Addition = {
      kind: 'addProduct',
      shop: key,
      id,
      isOwnId: draft.isOwnId,
      fields,
      pictures: keptIds(draft.pictures),
    };
    const saved = await send(operation);
    if (saved) await settle(saved, operation);
  };

  const reset = async (): Promise<void> => {
    const id = readId(draft?.id ?? '');
    if (op !== undefined) await data?.discard(op).catch(() => undefined);
    // What was uploaded for the description goes; where that fails, the server clears it away in time.
    if (id !== undefined) void api.deleteEditorFolder(key, id).catch(() => undefined);
    await startAnew();
  };

  return { kept, draft, pictures, state, saving, alert, closeAlert: () => setAlert(undefined), submit, reset };
}
