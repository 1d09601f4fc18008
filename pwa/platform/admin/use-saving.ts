import { useRef, useState } from 'react';
import type { AdminEvent } from '#sync/api/admin-api.ts';
import { useAdminEngine } from './use-admin-engine.ts';
import { useOnline } from '../browser/use-online.ts';

type Decided = Extract<AdminEvent, { type: 'decided' }>;

/** The result of an operation at the end of the wait for it. `waiting`: it is in the outbox and will be sent. */
export type EnqueueResult = Decided | Waiting;

type Deferred = Extract<AdminEvent, { type: 'deferred' }>;

interface Waiting {
  readonly outcome: 'waiting';
  readonly op: number;
  /** The server's last answer, if it was a failure; undefined while it has not answered. */
  readonly failure?: Pick<Deferred, 'detail' | 'isUpload'> | undefined;
}

export interface EnqueueOptions {
  /** Subscribes to the engine's events; the returned function unsubscribes. */
  readonly onEvent: (listener: (event: AdminEvent) => void) => () => void;
  /** How long to wait; 0 without network. */
  readonly waitMs: number;
  /** Stops waiting early. */
  readonly signal: AbortSignal;
}

/** `failed`: the device could not store the operation. */
export type SaveResult = EnqueueResult | { readonly outcome: 'failed' };

/** How long the page waits for the server's decision before the operation continues in the background. */
const WAIT_MS = 15_000;

/** The wait when the administrator has to enter the password first. */
const LOGIN_WAIT_MS = 600_000;

/** Saves a form, once per submission however often the button is pressed. */
export function useSaving() {
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

/** Enqueues an operation and waits for the server's decision. @throws what `put` throws */
export async function enqueueAndWait(put: () => Promise<number>, options: EnqueueOptions): Promise<EnqueueResult> {
  const { onEvent, waitMs, signal } = options;
  // The decision may arrive before `put` returns the operation's number.
  const decided: Decided[] = [];
  const deferred = new Map<number, Deferred>();
  let notify: ((event: AdminEvent) => void) | undefined;
  const stop = onEvent((event) => {
    if (event.type === 'decided') decided.push(event);
    else if (event.type === 'deferred') deferred.set(event.op, event);
    notify?.(event);
  });
  try {
    const op = await put();
    const known = decided.find((event) => event.op === op);
    if (known) return known;
    const wait = (): Waiting => ({ outcome: 'waiting', op, failure: deferred.get(op) });
    if (waitMs <= 0 || signal.aborted) return wait();
    return await new Promise<EnqueueResult>((resolve) => {
      let timer = setTimeout(() => resolve(wait()), waitMs);
      signal.addEventListener('abort', () => resolve(wait()), { once: true });
      notify = (event) => {
        if (event.type === 'token-ended') {
          clearTimeout(timer);
          timer = setTimeout(() => resolve(wait()), LOGIN_WAIT_MS);
        } else if (event.type === 'decided' && event.op === op) resolve(event);
      };
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
  } finally {
    stop();
  }
}
