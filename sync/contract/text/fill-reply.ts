/** Names that stand in braces in a canned reply: the buyer's name, the title of the chat's product and the link to it. */
export const REPLY_PLACEHOLDERS = ['buyer', 'product', 'link'] as const;
export type ReplyPlaceholder = (typeof REPLY_PLACEHOLDERS)[number];

/** The text that replaces each placeholder in a chat; empty where it is not known. */
export type ReplyValues = Readonly<Record<ReplyPlaceholder, string>>;

const PLACEHOLDER = new RegExp(`\\{(${REPLY_PLACEHOLDERS.join('|')})\\}`, 'g');

/** Replaces the placeholders of a reply. A placeholder without a value stays; any other text in braces is left as it is. */
export function fillReply(reply: string, values: ReplyValues) {
  /** Where the first placeholder without a value stands, for the seller to fill in. */
  let gap: readonly [start: number, end: number] | undefined;
  let text = '';
  let end = 0;
  for (const match of reply.matchAll(PLACEHOLDER)) {
    const [placeholder, name] = match;
    const value = values[name as ReplyPlaceholder];
    text += reply.slice(end, match.index) + (value === '' ? '' : value);
    if (value === '') {
      gap ??= [text.length, text.length + placeholder.length];
      text += placeholder;
    }
    end = match.index + placeholder.length;
  }
  return { text: text + reply.slice(end), gap };
}
