import { useCallback, useMemo, useState } from 'react';
import type { ShopSettingsChanges } from '#contract/http/shop-settings-changes.ts';
import { useAdminData, useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useAdminEvents } from '#pwa/platform/admin/use-admin-engine.ts';
import { useFlushOnHide } from '#pwa/platform/browser/use-flush-on-hide.ts';
import { useShopSettings } from '#pwa/platform/storage/shop-settings.ts';
import { ThrottledSaver } from '#pwa/platform/storage/throttled-saver.ts';
import type { AdminEntry, ShopSettingsDraft } from '#sync/api/admin-api.ts';
import {
  applyDraft,
  findChanges,
  findProblems,
  findReplaced,
  noteTyped,
  readRejection,
  toShopForm,
} from './shop-form.ts';
import type { ShopForm, ShopProblems } from './shop-form.ts';

const SAVE_DELAY_MS = 150;

export interface ShopFormState {
  /** Undefined until the outbox and the draft on this device have been read. */
  readonly form: ShopForm | undefined;
  readonly change: (alter: (form: ShopForm) => ShopForm) => void;
  /** Problems of the typed values, or of a change that the server rejected. */
  readonly problems: ShopProblems;
  /** Values that another administrator has saved in typed fields since, by field; saving would replace them. */
  readonly replaced: ShopProblems;
  readonly isChanged: boolean;
  /** Result of the last save: shoppers see it, it is pending on this device, or it could not be stored here. */
  readonly outcome: 'saved' | 'waiting' | 'failed' | undefined;
  readonly save: () => Promise<void>;
  /** Discards typed values that are not saved. */
  readonly discard: () => Promise<void>;
}

/**
 * Returns the state of the shop settings' form. Typed values are stored on the device until they are saved or discarded. All other fields
 * show the shop's current values, so that saving does not overwrite what another administrator has saved there.
 */
export function useShopForm(): ShopFormState {
  const shop = useShopSettings();
  const data = useOpenAdminData();
  const entries = useAdminData(async (rows) => (await rows.outbox()).filter(isOfShop));
  const stored = useAdminData(async (rows) => [await rows.shopSettingsDraft()] as const);
  const [typed, setTyped] = useState<ShopSettingsDraft>();
  const [hasFailed, setFailed] = useState(false);
  const [hasSaved, setSaved] = useState(false);
  const saver = useMemo(
    () =>
      new ThrottledSaver<ShopSettingsDraft>({
        delayMs: SAVE_DELAY_MS,
        save: async (draft) => data?.saveShopSettingsDraft(Object.keys(draft).length > 0 ? draft : null),
        onError: () => setFailed(true),
      }),
    [data],
  );
  useFlushOnHide(useCallback(() => saver.flush(), [saver]));
  // Only the server's decision counts: a change can also leave the outbox because it was discarded.
  useAdminEvents((event) => {
    if (event.type === 'decided' && isOfShop(event)) setSaved(event.outcome === 'applied');
  });

  const waiting = entries?.filter(({ state }) => state === 'waiting') ?? [];
  const isWaiting = waiting.length > 0;
  const rejected = entries?.findLast(({ state }) => state === 'rejected');
  const base = entries && stored && toShopForm(shop, waiting.map(changesOf));
  const kept = typed ?? stored?.[0];
  // A rejected change is shown as it was typed, to be corrected.
  const start = base && rejected ? toShopForm(shop, [...waiting, rejected].map(changesOf)) : base;
  const draft = kept ?? (base && start ? noteTyped({}, base, start) : {});
  const form = base && applyDraft(base, draft);
  const changes = base && form && findChanges(base, form);
  const found = form ? findProblems(form) : {};

  return {
    form,
    change(alter) {
      if (!form) return;
      const next = noteTyped(draft, form, alter(form));
      setTyped(next);
      saver.put(next);
    },
    problems: kept ? found : { ...readRejection(rejected), ...found },
    replaced: base ? findReplaced(base, draft) : {},
    isChanged: changes !== undefined,
    outcome: hasFailed ? 'failed' : isWaiting ? 'waiting' : hasSaved ? 'saved' : undefined,
    async save() {
      if (!data || !changes || Object.keys(found).length > 0) return;
      try {
        await saver.drop();
        setSaved(false);
        await data.enqueue({ kind: 'changeShopSettings', changes });
        for (const { op, state } of entries ?? []) if (state === 'rejected') await data.discard(op);
        setTyped(undefined);
        setFailed(false);
      } catch {
        setFailed(true);
      }
    },
    async discard() {
      await saver.drop();
      await data?.saveShopSettingsDraft(null);
      for (const { op, state } of entries ?? []) if (state === 'rejected') await data?.discard(op);
      setTyped(undefined);
    },
  };
}

const isOfShop = ({ operation }: Pick<AdminEntry, 'operation'>): boolean => operation.kind === 'changeShopSettings';

const changesOf = ({ operation }: AdminEntry): ShopSettingsChanges =>
  operation.kind === 'changeShopSettings' ? operation.changes : {};
