import { useEffect, useState } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { navigate, useSearch } from '#pwa/platform/browser/navigation.ts';
import { deleteSharedImages, onOpenedFiles, readSharedImages } from './shared-files.ts';
import { findFormKey } from '#pwa/features/admin-products/add/new-product-forms.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { storeImage } from '#pwa/features/admin-products/images/store-image.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import type { AdminData, ImageRef } from '#sync/api/admin-api.ts';
import { SHOP_ROWS } from '#contract/shops.ts';
import type { ShopRow } from '#contract/shops.ts';
import styles from './shared-images.module.css';

const { shared, shopNames } = adminMessages;

/** Puts images that were shared with this app or opened with it into the form for a new product of a chosen shop. */
export function SharedImages({ onAdded }: { readonly onAdded: () => void }) {
  const result = new URLSearchParams(useSearch()).get('shared');
  const data = useOpenAdminData();
  const [files, setFiles] = useState<readonly File[] | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [rejected, setRejected] = useState<readonly string[]>([]);

  useEffect(() => onOpenedFiles(setFiles), []);
  useEffect(() => {
    // Empty: the service worker has stored shared files. Other values name a problem.
    if (result === '') void readSharedImages().then(setFiles);
  }, [result]);

  const close = (): void => {
    setFiles(null);
    void deleteSharedImages();
    if (result !== null) navigate(location.pathname, { replace: true });
  };
  const put = async (shop: ShopRow): Promise<void> => {
    if (!data || !files) return;
    setAdding(true);
    setRejected(await addToDraft(data, shop, files).finally(() => setAdding(false)));
    await deleteSharedImages();
    setFiles(null);
    navigate(`${shop.adminPath}?tab=add`, { replace: true });
    onAdded();
  };

  const problem =
    result === 'full' || result === 'again' ? shared[result] : files?.length === 0 ? shared.none : undefined;
  if (problem !== undefined) {
    return (
      <ConfirmDialog
        title={problem}
        actions={
          <Button look="primary" onClick={close}>
            {shared.close}
          </Button>
        }
        onClose={close}
      />
    );
  }
  if (rejected.length > 0) {
    const hide = (): void => setRejected([]);
    return (
      <ConfirmDialog
        title={shared.rejected}
        actions={
          <Button look="primary" onClick={hide}>
            {shared.close}
          </Button>
        }
        onClose={hide}
      >
        <ul>
          {rejected.map((sentence) => (
            <li key={sentence} dir="auto">
              {sentence}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    );
  }
  if (!files) return null;
  return (
    <ConfirmDialog title={shared.title} actions={<Button onClick={close}>{shared.cancel}</Button>} onClose={close}>
      <p>{shared.count(files.length)}</p>
      <p>{shared.hint}</p>
      <div className={styles['shops']}>
        {SHOP_ROWS.map((shop) => (
          <Button key={shop.key} disabled={!data || isAdding} onClick={() => void put(shop)}>
            {shopNames[shop.key]}
          </Button>
        ))}
      </div>
    </ConfirmDialog>
  );
}

/** Adds files to the draft of a shop's form; returns sentences about those that cannot be added. */
async function addToDraft(data: AdminData, shop: ShopRow, files: readonly File[]): Promise<string[]> {
  const images: ImageRef[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const stored = await storeImage(file, data, 'product');
    if ('problem' in stored) problems.push(stored.problem);
    else images.push({ kind: 'kept', id: stored.id });
  }
  const key = await findFormKey(data, shop.key);
  const draft = await data.draft(key);
  const empty = { fields: {}, id: '', isOwnId: false, links: '', base: null };
  await data.saveDraft(key, {
    ...(draft ?? empty),
    images: [...(draft?.images ?? []), ...images],
  });
  return problems;
}
