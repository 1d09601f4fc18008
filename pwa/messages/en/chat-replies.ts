import { localized } from '../localized.ts';

/** Texts of canned replies in the composer. */
export const chatReplyMessages = localized('chatReplyMessages', {
  title: 'Canned replies',
  insert: 'Insert a canned reply (/)',
  keys: '↑ ↓ to choose, Enter to insert',
  none: 'No canned replies yet. Add the first one in the administration.',
  manage: 'Edit replies',
  found: (count: number) => (count === 1 ? '1 canned reply' : `${count} canned replies`),
});
