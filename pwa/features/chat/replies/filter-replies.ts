import type { ChatReply } from '#contract/http/chat-replies.ts';
import { toTitleKey } from '#contract/text/title-key.ts';

/** Returns the replies with all words in their name or text, those whose name begins with the search first. */
export function filterReplies(replies: readonly ChatReply[], search: string): readonly ChatReply[] {
  const key = toTitleKey(search.trim());
  if (key === '') return replies;
  const words = key.split(/\s+/);
  const found = replies.filter(({ name, text }) => {
    const content = toTitleKey(`${name}\n${text}`);
    return words.every((word) => content.includes(word));
  });
  const isFirst = ({ name }: ChatReply): boolean => toTitleKey(name).startsWith(key);
  return [...found.filter(isFirst), ...found.filter((reply) => !isFirst(reply))];
}
