/** Name of the service worker's image cache; the sync engine deletes it when the device is full. */
export const IMAGE_CACHE = 'images';
