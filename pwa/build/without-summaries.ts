import type { Plugin } from 'vite';

/** Files of endpoints, of which only the server's document of its calls reads the summaries. */
const ENDPOINTS = /\/sync\/contract\/http\/[\w-]+\.ts$/;
const SUMMARY = /^ *summary:\s*(['"`])(?:(?!\1)[^\\]|\\.)*\1,$/gm;

/** Leaves the summaries of endpoints out of a file's code, and its lines where they are. */
export const dropSummaries = (code: string): string =>
  code.replaceAll(SUMMARY, (text) => text.replaceAll(/[^\n]/g, ''));

/** Leaves the summaries of endpoints, which are for people who read the API's documentation, out of what devices load. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: ENDPOINTS },
      handler: (code) => ({ code: dropSummaries(code), map: null }),
    },
  };
}
