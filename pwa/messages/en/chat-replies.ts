import { localized } from '../localized.ts';

/** Texts of saved replies in the composer. */
export const chatReplyMessages = localized('chatReplyMessages', {
  title: 'Saved replies',
  insert: 'Insert a saved reply (/)',
  keys: '↑ ↓ to choose, Enter to insert',
  none: 'No saved replies yet. Add the first one in the administration.',
  manage: 'Edit replies',
  found: (count: number) => (count === 1 ? '1 saved reply' : `${count} saved replies`),
});
