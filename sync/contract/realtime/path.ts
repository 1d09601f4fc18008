/** Where the realtime socket is. */
export const REALTIME_PATH = '/realtime';
