/** Splits a text into links by lines and commas; trims them and drops empty ones and duplicates. */
export const splitLinks = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,]/)
      .map((link) => link.trim())
      .filter((link) => link !== ''),
  ),
];
