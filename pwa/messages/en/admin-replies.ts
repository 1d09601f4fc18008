import type { ErrorCode } from '#contract/http/errors.ts';
import { MAX_MESSAGE_LENGTH, MAX_REPLIES, MAX_REPLY_NAME_LENGTH } from '#contract/limits.ts';
import type { ReplyPlaceholder } from '#contract/text/fill-reply.ts';
import { formatNumber } from '../format-number.ts';
import { localized } from '../localized.ts';

/** Texts of the administration of saved replies. */
export const adminReplyMessages = localized('adminReplyMessages', {
  title: 'Saved replies',
  hint: 'Texts for answers to buyers. Everyone who answers chats has them on their device: type / in a chat.',
  add: 'New reply',
  empty: 'No saved replies yet',
  emptyHint: 'Save what you write often, such as shipping times or a greeting.',
  count: (count: number) => `${count} of ${MAX_REPLIES}`,
  edit: (name: string) => `Edit “${name}”`,
  remove: (name: string) => `Delete “${name}”`,
  up: (name: string) => `Move “${name}” up`,
  down: (name: string) => `Move “${name}” down`,
  moved: (name: string, place: number, total: number) => `${name}: ${place} of ${total}`,

  addTitle: 'New saved reply',
  editTitle: 'Edit saved reply',
  name: 'Name',
  nameHint: 'How you find it in a chat',
  text: 'Text',
  insert: 'Insert:',
  placeholders: {
    buyer: 'Buyer’s name',
    product: 'Product title',
    link: 'Product link',
  } satisfies Record<ReplyPlaceholder, string>,
  preview: 'In a chat',
  /** What the preview shows for placeholders. */
  samples: {
    buyer: 'Alice',
    product: 'Corvid 8 Smartphone 128 GB',
  },
  save: 'Save',
  cancel: 'Cancel',
  noName: 'Enter a name.',
  longName: `A name has at most ${MAX_REPLY_NAME_LENGTH} characters.`,
  noText: 'Enter a text.',
  longText: (over: number) =>
    `A reply has at most ${formatNumber(MAX_MESSAGE_LENGTH)} characters: ${formatNumber(over)} too many.`,

  changedTitle: 'Another administrator has changed this reply',
  changedHint: 'Saving replaces this text with yours:',
  takeTheirs: 'Use their text',
  deletedTitle: 'Another administrator has deleted this reply',
  deletedHint: 'Saving adds it again with your text.',

  discardTitle: 'Discard your changes?',
  discard: 'Discard',
  keep: 'Keep editing',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeHint: 'It disappears from the devices of everyone who answers chats.',
  confirmRemove: 'Delete',

  loading: 'Loading…',
  offline: 'Editing replies needs a connection. In chats they work offline.',
  failed: 'The replies could not be loaded: the server did not answer. Try again.',
  tryAgain: 'Try again',
  rejections: {
    unauthorized: 'You are logged out. Log in and try again.',
    'role-needed': 'That is not part of your roles. Ask an owner.',
    'access-revoked': 'Your access was revoked.',
    'reply-name-taken': 'Another reply has this name.',
    'too-many-replies': `There are ${MAX_REPLIES} replies already. Delete one first.`,
    'bad-request': 'The text contains characters that a message cannot have.',
    'too-many-requests': 'Too many attempts. Wait a minute and try again.',
  } as Partial<Record<ErrorCode, string>>,
  rejected: 'The server did not accept this. Reload the page and try again.',
});
