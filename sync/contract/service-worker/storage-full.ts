/** Cache with the files of the page. */
export const PRECACHE = 'shell';

/** Type of the message with which the service worker tells pages that their files do not fit on the device. */
export const STORAGE_FULL = 'STORAGE_FULL';
