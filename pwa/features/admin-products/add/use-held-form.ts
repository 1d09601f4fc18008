import { useEffect, useState } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { holdForm, listUnfinished } from './new-product-forms.ts';
import type { HeldForm } from './new-product-forms.ts';
import { useAdminData, useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import type { NewProductKey } from '#sync/api/admin-api.ts';

export interface OpenForm {
  /** The form that this window has open; undefined until it is open. */
  readonly form: HeldForm | undefined;
  /** Unfinished forms that are open neither here nor in another window. */
  readonly others: readonly { readonly key: NewProductKey; readonly title: string }[];
  /** Opens another unfinished form in place of this one, which stays stored. */
  readonly open: (key: NewProductKey) => void;
}

/** Opens a form for a new product whose draft no other window changes. */
export function useHeldForm(shop: ShopKey, isWanted: boolean): OpenForm {
  const data = useOpenAdminData();
  const [wanted, setWanted] = useState<NewProductKey>();
  const [form, setForm] = useState<HeldForm>();
  useEffect(() => {
    if (!data || !isWanted) return undefined;
    let isOver = false;
    const holding = holdForm(data, shop, wanted);
    void holding.then((opened) => (isOver ? undefined : setForm(opened)));
    return () => {
      isOver = true;
      setForm(undefined);
      void holding.then(({ release }) => release());
    };
  }, [data, shop, isWanted, wanted]);
  const unfinished = useAdminData((rows) => listUnfinished(rows, shop), [shop, form]) ?? [];
  return { form, others: unfinished.filter(({ key }) => key !== form?.key), open: setWanted };
}
