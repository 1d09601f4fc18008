import { useState } from 'react';
import type { ShopSettingsChanges } from '#contract/http/shop-settings-changes.ts';
import { useAdminData, useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useShopSettings } from '#pwa/platform/storage/shop-settings.ts';
import type { AdminEntry } from '#sync/api/admin-api.ts';
import { findChanges, findProblems, readRejection, toShopForm } from './shop-form.ts';
import type { ShopForm, ShopProblems } from './shop-form.ts';

export interface ShopFormState {
  /** Undefined until this device was read. */
  readonly form: ShopForm | undefined;
  readonly change: (alter: (form: ShopForm) => ShopForm) => void;
  /** Problems of what is typed, or of what the server rejected. */
  readonly problems: ShopProblems;
  readonly isChanged: boolean;
  /** What became of the last save: it waits on this device, or could not be stored here. */
  readonly outcome: 'waiting' | 'failed' | undefined;
  readonly save: () => Promise<void>;
}

/** The state of the shop settings' form. What was typed stays until it is saved, whatever arrives meanwhile. */
export function useShopForm(): ShopFormState {
  const shop = useShopSettings();
  const data = useOpenAdminData();
  const entries = useAdminData(async (rows) => (await rows.outbox()).filter(isOfShop));
  const [typed, setTyped] = useState<ShopForm>();
  const [hasFailed, setFailed] = useState(false);
  const waiting = entries?.filter(({ state }) => state === 'waiting') ?? [];
  const rejected = entries?.findLast(({ state }) => state === 'rejected');
  const base = entries && toShopForm(shop, waiting.map(changesOf));
  // A rejected change is shown as it was typed, to be corrected.
  const start = base && rejected ? toShopForm(shop, [...waiting, rejected].map(changesOf)) : base;
  const form = typed ?? start;
  const changes = base && form && findChanges(base, form);
  const found = form ? findProblems(form) : {};

  return {
    form,
    change: (alter) => form && setTyped(alter(form)),
    problems: typed ? found : { ...readRejection(rejected), ...found },
    isChanged: changes !== undefined,
    outcome: hasFailed ? 'failed' : waiting.length > 0 ? 'waiting' : undefined,
    async save() {
      if (!data || !changes || Object.keys(found).length > 0) return;
      try {
        await data.enqueue({ kind: 'changeShopSettings', changes });
        for (const { op, state } of entries ?? []) if (state === 'rejected') await data.discard(op);
        setTyped(undefined);
        setFailed(false);
      } catch {
        setFailed(true);
      }
    },
  };
}

const isOfShop = ({ operation }: AdminEntry): boolean => operation.kind === 'changeShopSettings';

const changesOf = ({ operation }: AdminEntry): ShopSettingsChanges =>
  operation.kind === 'changeShopSettings' ? operation.changes : {};
