/** Texts of the web app manifest; only the build reads them. */
export const manifestMessages = {
  description: 'Four shops that open instantly and work offline.',
  narrowScreenshot: 'A shop on a phone',
  wideScreenshot: 'A category on a wide screen',
} as const;
