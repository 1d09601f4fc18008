/** Links of a text, split by lines and commas, without blanks around them and without empty ones; each once. */
export const splitLinks = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,]/)
      .map((link) => link.trim())
      .filter((link) => link !== ''),
  ),
];
