import { rm } from 'node:fs/promises';

/** Deletes the profile of a browser that was closed: its last processes may write for a moment longer. */
export const removeProfile = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
