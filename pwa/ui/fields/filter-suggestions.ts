/** Returns the suggestions that contain the text, in either case, without the text itself; all of them for an empty text. */
export function filterSuggestions(suggestions: readonly string[], text: string): readonly string[] {
  const wanted = text.trim().toLowerCase();
  return suggestions.filter((suggestion) => suggestion !== text && suggestion.toLowerCase().includes(wanted));
}
