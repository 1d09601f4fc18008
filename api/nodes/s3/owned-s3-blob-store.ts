import type { BlobSettings } from '../../config/blob-settings.ts';
import type { BlobStore } from '../../storage/blobs/blob-store.ts';
import { createOwnerCheck, inspectOwner } from './bucket-owner.ts';
import { createS3BlobStore } from './s3-blob-store.ts';
import { createS3Client } from './s3-client.ts';

/** A bucket in which nothing is changed before a check that its objects are the shop's own. */
export interface OwnedBucket {
  /** Checks, changing nothing, that the objects may be those of `owner`; undefined for a shop without data. @throws BlobStoreError */
  inspect(owner: string | undefined): Promise<void>;
  /** Returns the store of a shop, and a function that checks at once whether the bucket is the shop's own. */
  openFor(owner: string): { readonly blobs: BlobStore; readonly check: () => Promise<void> };
}

export function createOwnedBucket(settings: BlobSettings): OwnedBucket {
  const client = createS3Client(settings);
  return {
    inspect: (owner) => inspectOwner(client, owner),
    openFor(owner) {
      const requireOwn = createOwnerCheck(owner);
      const check = (): Promise<void> => requireOwn(client);
      return { blobs: createS3BlobStore({ client, prefix: settings.prefix, requireOwn: check }), check };
    },
  };
}
