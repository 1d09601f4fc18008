import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useFlushOnHide } from '#pwa/platform/browser/use-flush-on-hide.ts';
import type { ShipmentDraft } from '#sync/api/admin-api.ts';

/** Maximum delay between a keystroke and its storage. */
const SAVE_DELAY_MS = 300;

const NONE: ReadonlyMap<string, ShipmentDraft> = new Map();

export interface ShipmentDrafts {
  /** The drafts by order id; undefined until they have been read. */
  readonly drafts: ReadonlyMap<string, ShipmentDraft> | undefined;
  /** Stores an order's draft; null deletes it. */
  readonly change: (orderId: string, draft: ShipmentDraft | null) => void;
  /** Hides a draft that became a change; storing the change deletes the stored draft. */
  readonly drop: (orderId: string) => void;
}

/** Returns the drafts of the cards' fields; they are stored on the device while they are typed. */
export function useShipmentDrafts(): ShipmentDrafts {
  const data = useOpenAdminData();
  const [stored, setStored] = useState<ReadonlyMap<string, ShipmentDraft>>();
  const [written, setWritten] = useState<ReadonlyMap<string, ShipmentDraft | null>>(NONE);
  const unsaved = useRef(new Map<string, ShipmentDraft | null>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    let isOver = false;
    data
      ?.shipmentDrafts()
      // A failing storage counts as empty.
      .catch(() => NONE)
      .then((drafts) => {
        if (!isOver) setStored(drafts);
      });
    return () => {
      isOver = true;
    };
  }, [data]);

  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const drafts = [...unsaved.current];
    unsaved.current.clear();
    await Promise.allSettled(drafts.map(([id, draft]) => data?.saveShipmentDraft(id, draft)));
  }, [data]);

  useFlushOnHide(save);

  const show = useCallback((orderId: string, draft: ShipmentDraft | null): void => {
    setWritten((all) => new Map(all).set(orderId, draft));
  }, []);
  const change = useCallback(
    (orderId: string, draft: ShipmentDraft | null): void => {
      show(orderId, draft);
      unsaved.current.set(orderId, draft);
      if (timer.current === undefined) timer.current = setTimeout(save, SAVE_DELAY_MS);
    },
    [show, save],
  );
  const drop = useCallback(
    (orderId: string): void => {
      show(orderId, null);
      unsaved.current.delete(orderId);
    },
    [show],
  );

  const drafts = useMemo(() => (stored ? overlay(stored, written) : undefined), [stored, written]);
  return { drafts, change, drop };
}

function overlay(
  stored: ReadonlyMap<string, ShipmentDraft>,
  written: ReadonlyMap<string, ShipmentDraft | null>,
): ReadonlyMap<string, ShipmentDraft> {
  const drafts = new Map(stored);
  for (const [id, draft] of written) {
    if (draft) drafts.set(id, draft);
    else drafts.delete(id);
  }
  return drafts;
}
