/** Returns a column's name as products have it: `Main Category ` is `main_category`. */
export const toColumnName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/gu, '_');

/** Returns the first of some names that an earlier one equals; blank ones equal none. */
export const findRepeatedName = (names: readonly string[]): string | undefined => {
  const seen = new Set<string>();
  return names.find((name) => name !== '' && (seen.has(name) || !seen.add(name)));
};
