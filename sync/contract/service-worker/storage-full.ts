/** Cache with the files of the page. */
export const PRECACHE = 'shell';

/** Type of the service worker's message to pages that their files do not fit on the device. */
export const STORAGE_FULL = 'STORAGE_FULL';
