import { toTitleKey } from '#contract/text/title-key.ts';

/** Returns the suggestions that contain the text, in upper or lower case, without the text itself; all of them for an empty text. */
export function filterSuggestions(suggestions: readonly string[], text: string): readonly string[] {
  const wanted = toTitleKey(text.trim());
  return suggestions.filter((suggestion) => suggestion !== text && toTitleKey(suggestion).includes(wanted));
}
