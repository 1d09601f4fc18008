import type { AdminEvent } from '#sync/admin/admin-api.ts';

type Decided = Extract<AdminEvent, { type: 'decided' }>;

/** What became of an operation, as far as somebody has waited for it. `waiting`: it is on this device and goes out by itself. */
export type EnqueueResult = Decided | { readonly outcome: 'waiting'; readonly op: number };

export interface EnqueueOptions {
  /** Hears what the engine tells, until the given function is called. */
  readonly onEvent: (listener: (event: AdminEvent) => void) => () => void;
  /** How long to wait. Not at all without network. */
  readonly waitMs: number;
  /** Ends the waiting early. */
  readonly signal: AbortSignal;
}

/** How long somebody who has to enter the password first is waited for. */
const LOGIN_WAIT_MS = 600_000;

/** Puts an operation into the outbox and waits for what the server says of it. @throws whatever `put` throws */
export async function enqueueAndWait(put: () => Promise<number>, options: EnqueueOptions): Promise<EnqueueResult> {
  const { onEvent, waitMs, signal } = options;
  // The answer may be there before the number of the operation is.
  const heard: Decided[] = [];
  let tell: ((event: AdminEvent) => void) | undefined;
  const stop = onEvent((event) => {
    if (event.type === 'decided') heard.push(event);
    tell?.(event);
  });
  try {
    const op = await put();
    const known = heard.find((event) => event.op === op);
    if (known) return known;
    const waiting = { outcome: 'waiting', op } as const;
    if (waitMs <= 0 || signal.aborted) return waiting;
    return await new Promise<EnqueueResult>((resolve) => {
      let timer = setTimeout(() => resolve(waiting), waitMs);
      signal.addEventListener('abort', () => resolve(waiting), { once: true });
      tell = (event) => {
        if (event.type === 'token-ended') {
          clearTimeout(timer);
          timer = setTimeout(() => resolve(waiting), LOGIN_WAIT_MS);
        } else if (event.type === 'decided' && event.op === op) resolve(event);
      };
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
  } finally {
    stop();
  }
}
