import type { DownMessage } from '#contract/realtime/down.ts';
import { upMessageSchema } from '#contract/realtime/up.ts';
import { findUnstorable } from '../http/storable-text.ts';
import type { UpMessage } from '#contract/realtime/up.ts';

/** A valid message, the reply to an invalid one, or malformed JSON. */
export type ReadFrame = { readonly message: UpMessage } | { readonly rejection: DownMessage } | 'not-json';

const ERROR = { code: 'bad-request', title: 'The message is not valid' } as const;

/** Parses the text of a frame; an invalid message is answered under its own id if it has one. Pure. */
export function readFrame(text: string): ReadFrame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'not-json';
  }
  // Checked before the schema, which recurses into each level.
  const parsed = findUnstorable(value) ? undefined : upMessageSchema.safeParse(value);
  if (parsed?.success) return { message: parsed.data };
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return Number.isSafeInteger(id) && Number(id) >= 0
    ? { rejection: { ack: Number(id), error: ERROR } }
    : { rejection: { event: 'error', data: ERROR } };
}
