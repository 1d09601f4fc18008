import type { BlobSettings } from '../../config/blob-settings.ts';
import type { BlobStore } from './blob-store.ts';
import { createOwnerCheck } from './bucket-owner.ts';
import { createS3BlobStore } from './s3-blob-store.ts';
import { createS3Client } from './s3-client.ts';

/** A blob store in a bucket that changes nothing there until it knows that the objects are its own. */
export interface OwnedS3BlobStore {
  readonly blobs: BlobStore;
  /** Checks the bucket at once. @throws BlobStoreError */
  check(): Promise<void>;
}

export function createOwnedS3BlobStore(settings: BlobSettings, owner: string): OwnedS3BlobStore {
  const requireOwn = createOwnerCheck(owner);
  const client = createS3Client(settings);
  const check = (): Promise<void> => requireOwn(client);
  return { blobs: createS3BlobStore({ client, prefix: settings.prefix, requireOwn: check }), check };
}
