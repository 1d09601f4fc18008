import { ApiError } from '#contract/http/errors.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import { storageFaultOf } from '../storage/storage-fault.ts';
import type { ImageFile } from './image-paths.ts';

const RETRY_AFTER_S = 60;

/** Writes files so that they survive a power cut. @throws ApiError no-disk-space */
export async function storeFiles(blobs: BlobStore, files: readonly ImageFile[]): Promise<void> {
  // Waits for all: a cleanup after a failure must not meet a file that is still being written.
  const results = await Promise.allSettled(files.map(({ path, bytes }) => blobs.put(path, bytes, { isDurable: true })));
  for (const result of results) if (result.status === 'rejected') throw toApiError(result.reason);
}

function toApiError(error: unknown): unknown {
  if (storageFaultOf(error) !== 'full') return error;
  return new ApiError('no-disk-space', undefined, { retryAfterSeconds: RETRY_AFTER_S });
}
