import type { DownMessage } from '#contract/realtime/down.ts';
import { upMessageSchema } from '#contract/realtime/up.ts';
import type { UpMessage } from '#contract/realtime/up.ts';

/** A frame that can be served, the answer to one that cannot, or no JSON at all. */
export type ReadFrame = { readonly message: UpMessage } | { readonly refusal: DownMessage } | 'not-json';

const REFUSAL = { code: 'bad-request', title: 'The message is not valid' } as const;

/** Checks the text of a frame; one that is JSON but no message of ours is answered under its own id where it has one. Pure. */
export function readFrame(text: string): ReadFrame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'not-json';
  }
  const parsed = upMessageSchema.safeParse(value);
  if (parsed.success) return { message: parsed.data };
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return Number.isSafeInteger(id) && Number(id) >= 0
    ? { refusal: { ack: Number(id), error: REFUSAL } }
    : { refusal: { event: 'error', data: REFUSAL } };
}
