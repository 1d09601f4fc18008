/** Commas inside an address, such as those of image services (`w_200,h_200`), belong to it. */
const SEPARATOR = /[\n\r]|,(?=\s|,|$|https?:\/\/)/iu;

/** Splits a text into links by lines, and by commas that end a link; trims them and drops empty ones and duplicates. */
export const splitLinks = (text: string): string[] => [
  ...new Set(
    text
      .split(SEPARATOR)
      .map((link) => link.trim())
      .filter((link) => link !== ''),
  ),
];
