import { join } from 'node:path';
import type { Logger } from 'pino';
import { ConfigError } from '../../config/config.ts';
import type { Config } from '../../config/config.ts';
import { BlobStoreError } from './blob-store-error.ts';
import type { BlobStore } from './blob-store.ts';
import { createDiskBlobStore } from './disk-blob-store.ts';

/**
 * Opens the store of images: the bucket of the settings, or a folder. `owner` names this shop, and is the same for all of its servers. An
 * object store that does not answer is only logged: the shop is open without images until it does.
 * @throws ConfigError when the object store refuses the settings, or the bucket is another shop's
 */
export async function openBlobStore(
  { bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>,
  owner: string,
  log: Pick<Logger, 'warn'>,
): Promise<BlobStore> {
  if (bucket === undefined) return createDiskBlobStore(join(dataDir, 'images'));
  // Loaded only here: a shop with files pays nothing for it.
  const { createOwnedS3BlobStore } = await import('./owned-s3-blob-store.ts');
  const { blobs, check } = createOwnedS3BlobStore(bucket, owner);
  try {
    await check();
  } catch (error) {
    if (!(error instanceof BlobStoreError)) throw error;
    if (error.code !== 'BLOBS_UNREACHABLE' || isUnknownHost(error)) {
      throw new ConfigError(`The settings S3_… are wrong: ${error.message}.`);
    }
    log.warn({ err: error }, 'object store cannot be reached, images are missing until it can be');
  }
  return blobs;
}

function isUnknownHost({ cause }: BlobStoreError): boolean {
  const fault = cause instanceof Error ? cause.cause : undefined;
  return fault instanceof Error && 'code' in fault && fault.code === 'ENOTFOUND';
}
