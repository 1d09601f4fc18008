import type { PrecacheEntry } from '../service-worker/precache.ts';

const ASSETS = 'assets/';
/** Enough of a checksum to tell two releases of one file apart. */
const REVISION_LENGTH = 10;

/**
 * The files of a build as the service worker lists them, in one text: assets by their bare names, other files as `/name?revision`. The list
 * grows with every part of the page that comes later, and the service worker has a budget. `parsePrecacheList` is its other half.
 */
export const formatPrecacheList = (entries: readonly PrecacheEntry[]): string =>
  entries
    .map(({ url, revision }) =>
      revision === null && url.startsWith(ASSETS)
        ? url.slice(ASSETS.length)
        : `/${url}?${(revision ?? '').slice(0, REVISION_LENGTH)}`,
    )
    .sort()
    .join(' ');
