import { useRef, useState } from 'react';
import { enqueueAndWait } from './enqueue-and-wait.ts';
import type { EnqueueResult } from './enqueue-and-wait.ts';
import { useAdminEngine } from './use-admin-engine.ts';
import { useOnline } from '../browser/use-online.ts';

/** How long somebody looks at the overlay before the rest happens in the background. */
const WAIT_MS = 15_000;

/** `failed`: the device could not keep it. */
export type Saved = EnqueueResult | { readonly outcome: 'failed' };

export interface Saving {
  readonly isSaving: boolean;
  /** Puts an operation into the outbox and waits for what becomes of it; undefined while another one is under way. */
  readonly save: (put: () => Promise<number>) => Promise<Saved | undefined>;
  /** Whoever waits wants to go on: it is sent meanwhile. */
  readonly goOn: () => void;
}

/** Sends what a form says, once however often it is pressed. */
export function useSaving(): Saving {
  const { onEvent } = useAdminEngine();
  const isOnline = useOnline();
  // Two presses may come before the first one is drawn: the state alone would let both through.
  const underWay = useRef<AbortController>(undefined);
  const [isSaving, setSaving] = useState(false);

  const save = async (put: () => Promise<number>): Promise<Saved | undefined> => {
    if (underWay.current) return undefined;
    const controller = new AbortController();
    underWay.current = controller;
    setSaving(true);
    try {
      return await enqueueAndWait(put, { onEvent, waitMs: isOnline ? WAIT_MS : 0, signal: controller.signal });
    } catch {
      return { outcome: 'failed' };
    } finally {
      underWay.current = undefined;
      setSaving(false);
    }
  };
  return { isSaving, save, goOn: () => underWay.current?.abort() };
}
