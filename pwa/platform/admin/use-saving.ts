import { useRef, useState } from 'react';
import { enqueueAndWait } from './enqueue-and-wait.ts';
import type { EnqueueResult } from './enqueue-and-wait.ts';
import { useAdminEngine } from './use-admin-engine.ts';
import { useOnline } from '../browser/use-online.ts';

/** How long the overlay waits before the rest happens in the background. */
const WAIT_MS = 15_000;

/** `failed`: the device could not store the operation. */
export type SaveResult = EnqueueResult | { readonly outcome: 'failed' };

export interface Saving {
  readonly isSaving: boolean;
  /** Enqueues an operation and waits for its result; undefined while another one is in progress. */
  readonly save: (put: () => Promise<number>) => Promise<SaveResult | undefined>;
  /** Stops waiting: the operation is sent in the background. */
  readonly continueInBackground: () => void;
}

/** Saves a form, once per submission however often the button is pressed. */
export function useSaving(): Saving {
  const { onEvent } = useAdminEngine();
  const isOnline = useOnline();
  // Two clicks may come before the first one renders: the state alone would let both through.
  const inProgress = useRef<AbortController>(undefined);
  const [isSaving, setSaving] = useState(false);

  const save = async (put: () => Promise<number>): Promise<SaveResult | undefined> => {
    if (inProgress.current) return undefined;
    const controller = new AbortController();
    inProgress.current = controller;
    setSaving(true);
    try {
      return await enqueueAndWait(put, { onEvent, waitMs: isOnline ? WAIT_MS : 0, signal: controller.signal });
    } catch {
      return { outcome: 'failed' };
    } finally {
      inProgress.current = undefined;
      setSaving(false);
    }
  };
  return { isSaving, save, continueInBackground: () => inProgress.current?.abort() };
}
