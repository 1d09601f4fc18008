import { join } from 'node:path';
import type { Logger } from 'pino';
import { ConfigError } from '../../config/config.ts';
import type { Config } from '../../config/config.ts';
import { BlobStoreError } from './blob-store-error.ts';
import type { BlobStore } from './blob-store.ts';
import { createDiskBlobStore } from './disk-blob-store.ts';

/** The store of images before it is opened. */
export interface PreparedBlobStore {
  /**
   * Checks, before anything is written, that the store may be used by the shop `owner`; undefined: by a shop without data.
   * @throws ConfigError when the object store rejects the settings, or the bucket is another shop's
   */
  inspect(owner: string | undefined): Promise<void>;
  /** Opens it. `owner` names this shop, and is the same for all of its servers. @throws ConfigError as above */
  open(owner: string): Promise<BlobStore>;
}

/**
 * Prepares the store of images: the bucket of the settings, or a folder. An object store that does not answer is only logged: the shop works
 * without images until it does.
 */
export async function prepareBlobStore(
  { bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>,
  log: Pick<Logger, 'warn'>,
): Promise<PreparedBlobStore> {
  if (bucket === undefined) {
    const blobs = createDiskBlobStore(join(dataDir, 'images'));
    return { inspect: () => Promise.resolve(), open: () => Promise.resolve(blobs) };
  }
  // Loaded only here, so that a shop whose images are files does not load it.
  const { createOwnedBucket } = await import('../../nodes/s3/owned-s3-blob-store.ts');
  const owned = createOwnedBucket(bucket);
  let isAway = false;
  const toleratingAbsence = async (check: () => Promise<void>): Promise<void> => {
    if (isAway) return;
    try {
      await check();
    } catch (error) {
      if (!(error instanceof BlobStoreError)) throw error;
      if (error.code !== 'BLOBS_UNREACHABLE' || isUnknownHost(error)) throw toConfigError(error);
      isAway = true;
      log.warn({ err: error }, 'object store cannot be reached, images are missing until it can be');
    }
  };
  return {
    inspect: (owner) => toleratingAbsence(() => owned.inspect(owner)),
    async open(owner) {
      const { blobs, check } = owned.openFor(owner);
      // A store that was away is checked before its first change.
      await toleratingAbsence(check);
      return blobs;
    },
  };
}

/** Turns what an object store rejects into a sentence for the operator. */
export const toConfigError = (error: BlobStoreError): ConfigError =>
  new ConfigError(`The settings S3_… are wrong: ${error.message}.`);

function isUnknownHost({ cause }: BlobStoreError): boolean {
  const fault = cause instanceof Error ? cause.cause : undefined;
  return fault instanceof Error && 'code' in fault && fault.code === 'ENOTFOUND';
}
