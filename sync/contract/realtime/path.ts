/** Path of the realtime socket. */
export const REALTIME_PATH = '/realtime';
