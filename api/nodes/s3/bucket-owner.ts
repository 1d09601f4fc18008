import { BlobStoreError } from '../../storage/blobs/blob-store-error.ts';
import type { S3Client } from './s3-client.ts';
import { isMissing, isOk, rejection } from './s3-replies.ts';

/** Key of the object that names the shop whose images are below the prefix; paths of blobs never begin with a dot. */
const OWNER_KEY = '.owner';

/**
 * Creates a check that the objects of a bucket belong to the shop `owner`; the first check notes the owner in the bucket. Two shops with the same
 * bucket and prefix would delete each other's images as orphans. Once it has succeeded, the check costs nothing; after a failure it is repeated.
 */
export function createOwnerCheck(owner: string): (client: S3Client) => Promise<void> {
  let isOwn = false;
  let running: Promise<void> | undefined;
  return async (client) => {
    if (isOwn) return;
    running ??= claim(client, owner).finally(() => (running = undefined));
    await running;
    isOwn = true;
  };
}

/**
 * Checks, without changing anything, that the objects of a bucket may be those of the shop `owner`; undefined for a shop without data.
 * @throws BlobStoreError when the settings are rejected, or the bucket is another shop's
 */
export async function inspectOwner(client: S3Client, owner: string | undefined): Promise<void> {
  const found = await readOwner(client);
  if (found !== undefined && found !== owner) throw new BlobStoreError('BLOBS_REJECTED', OTHERS);
}

const OTHERS = 'another shop has its images there: choose another S3_BUCKET or S3_PREFIX';

/** Returns whether an error says that a bucket is another shop's. */
export const isAnothers = (error: unknown): error is BlobStoreError =>
  error instanceof BlobStoreError && error.message === OTHERS;

async function claim(client: S3Client, owner: string): Promise<void> {
  let found = await readOwner(client);
  if (found === undefined) {
    const request = { method: 'PUT', key: OWNER_KEY, body: Buffer.from(owner) } as const;
    const reply = await client.send(request);
    if (!isOk(reply)) throw rejection(request, reply);
    // Another shop may have written at the same time: the bucket belongs to the one that wrote last.
    found = await readOwner(client);
  }
  if (found === owner) return;
  throw new BlobStoreError('BLOBS_REJECTED', OTHERS);
}

async function readOwner(client: S3Client): Promise<string | undefined> {
  const request = { method: 'GET', key: OWNER_KEY } as const;
  const reply = await client.send(request);
  if (isMissing(reply)) return undefined;
  if (!isOk(reply)) throw rejection(request, reply);
  return reply.bytes.toString();
}
