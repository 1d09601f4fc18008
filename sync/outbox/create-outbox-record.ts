import type { OutboxRecord } from './outbox-record.ts';

/** A new operation; the database gives it its number. */
export const createOutboxRecord = (
  mutation: OutboxRecord['mutation'],
  line: OutboxRecord['line'],
  more: Partial<Pick<OutboxRecord, 'about' | 'state' | 'isUploadedAgain'>> = {},
): Omit<OutboxRecord, 'op'> => ({
  mutation,
  line,
  createdAtMs: Date.now(),
  state: 'waiting',
  seq: null,
  refusal: null,
  ...more,
});
