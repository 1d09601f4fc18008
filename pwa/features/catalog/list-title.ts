import type { BrowseState } from '#contract/browse.ts';
import { messages } from '#pwa/messages/en.ts';

/** The heading of a list; undefined for the start screen, which is named by its shop. */
export function listTitle({ category, mainCategory, search }: BrowseState): string | undefined {
  const chosen = category ?? mainCategory;
  if (chosen !== null) return messages.categories.title(chosen);
  return search === '' ? undefined : messages.categories.searchTitle(search);
}
