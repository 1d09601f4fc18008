/** Name of the cache in which the service worker keeps pictures; the engine drops it when the device is full. */
export const IMAGE_CACHE = 'images';
