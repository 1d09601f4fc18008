import type { ChatReply } from '#contract/http/chat-replies.ts';
import { createTextSearch, toSearchable } from '#contract/text/text-search.ts';
import { toTitleKey } from '#contract/text/title-key.ts';

/** Returns the replies that contain all words of a search in name or text. Those whose name begins with the search come first. */
export function filterReplies(replies: readonly ChatReply[], search: string): readonly ChatReply[] {
  const key = toTitleKey(search.trim());
  if (key === '') return replies;
  const searches = key.split(/\s+/).map(createTextSearch);
  const found = replies.filter(({ name, text }) => {
    const content = toSearchable(`${name}\n${text}`);
    return searches.every((holds) => holds(content));
  });
  const isFirst = ({ name }: ChatReply): boolean => toTitleKey(name).startsWith(key);
  return [...found.filter(isFirst), ...found.filter((reply) => !isFirst(reply))];
}
