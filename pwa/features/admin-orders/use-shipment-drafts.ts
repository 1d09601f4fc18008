import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useFlushOnHide } from '#pwa/platform/browser/use-flush-on-hide.ts';
import type { ShipmentDraft } from '#sync/admin/admin-api.ts';

/** What is written is kept this long after it at the latest. */
const SAVE_DELAY_MS = 300;

const NONE: ReadonlyMap<string, ShipmentDraft> = new Map();

export interface ShipmentDrafts {
  /** By the order's id; undefined until they have been read. */
  readonly drafts: ReadonlyMap<string, ShipmentDraft> | undefined;
  /** Keeps what is written about a parcel; null forgets it. */
  readonly change: (orderId: string, draft: ShipmentDraft | null) => void;
  /** Forgets a draft that has become a change: whoever keeps the change forgets the stored one as well. */
  readonly drop: (orderId: string) => void;
}

/** What is written into the cards' fields and not sent: kept as it is written, and there again after the page was closed. */
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
      // A storage that fails has nothing kept.
      .catch(() => NONE)
      .then((drafts) => {
        if (!isOver) setStored(drafts);
      });
    return () => {
      isOver = true;
    };
  }, [data]);

  const save = useCallback((): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    for (const [id, draft] of unsaved.current) data?.saveShipmentDraft(id, draft).catch(() => undefined);
    unsaved.current.clear();
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
