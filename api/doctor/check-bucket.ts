import { randomUUID } from 'node:crypto';
import type { BlobSettings } from '../config/blob-settings.ts';
import { isLoopback } from '../config/loopback.ts';
import { BlobStoreError } from '../storage/blobs/blob-store-error.ts';
import { problem } from './finding.ts';
import type { Finding } from './finding.ts';

/** Object stores reject calls whose time differs by fifteen minutes: the doctor warns long before that. */
const MAX_SKEW_MS = 60_000;

/**
 * Checks the bucket of images with one probe object, which it deletes: the rights to list, put, get and delete, the clock, and that the bucket
 * is not another shop's. `owner`: names this shop; undefined: it has no data yet.
 */
export async function checkBucket(
  settings: BlobSettings | undefined,
  owner: string | undefined,
  now: () => number,
): Promise<Finding[]> {
  if (settings === undefined) return [];
  const { protocol, hostname } = new URL(settings.endpoint);
  const insecure =
    protocol === 'http:' && !isLoopback(hostname)
      ? [problem(`S3_ENDPOINT is ${settings.endpoint}: use https, or images of chats can be read on the way.`)]
      : [];
  return [...insecure, ...(await probe(settings, now)), ...(await checkOwner(settings, owner))];
}

/** Reports a bucket of another shop; one that cannot be read is a finding of `probe`. */
async function checkOwner(settings: BlobSettings, owner: string | undefined): Promise<Finding[]> {
  const { createOwnedBucket } = await import('../nodes/s3/owned-s3-blob-store.ts');
  const { isAnothers } = await import('../nodes/s3/bucket-owner.ts');
  const fault = await createOwnedBucket(settings)
    .inspect(owner)
    .catch((error: unknown) => error);
  if (!isAnothers(fault)) return [];
  return [problem(`The bucket ${settings.bucket} at ${settings.endpoint} cannot be used: ${fault.message}.`)];
}

async function probe(settings: BlobSettings, now: () => number): Promise<Finding[]> {
  const { createS3Client } = await import('../nodes/s3/s3-client.ts');
  const { describeReply, isMissing, isOk } = await import('../nodes/s3/s3-replies.ts');
  const client = createS3Client(settings);
  const key = `.probe-${randomUUID()}`;
  const body = Buffer.from(key);
  const steps = [
    ['list', { method: 'GET', query: { 'list-type': '2', prefix: settings.prefix, 'max-keys': '1' } }],
    ['put', { method: 'PUT', key, body }],
    ['get', { method: 'GET', key }],
    ['delete', { method: 'DELETE', key }],
  ] as const;
  const place = `The bucket ${settings.bucket} at ${settings.endpoint}`;
  let skew: Finding | undefined;
  try {
    for (const [right, request] of steps) {
      const sentMs = now();
      const reply = await client.send(request);
      skew ??= findSkew(reply.headers.get('date'), sentMs, now());
      if (!isOk(reply)) {
        if (right === 'get') await client.send({ method: 'DELETE', key });
        return [problem(`${place} refuses to ${right} objects: ${describeReply(reply)}.`), ...(skew ? [skew] : [])];
      }
      if (right === 'get' && !reply.bytes.equals(body)) return [problem(`${place} returns other bytes than were put.`)];
    }
    const gone = await client.send({ method: 'GET', key });
    if (!isMissing(gone)) {
      return [problem(`${place} does not name a missing object NoSuchKey: ${describeReply(gone)}.`)];
    }
  } catch (error) {
    if (!(error instanceof BlobStoreError)) throw error;
    return [problem(`${place} cannot be used: ${error.message}`)];
  }
  return skew ? [skew] : [];
}

/** Compares the clocks: the store's time, which is to the second, should lie between those of the call and of its answer. */
function findSkew(date: string | null, sentMs: number, answeredMs: number): Finding | undefined {
  const theirsMs = Date.parse(date ?? '');
  const skewMs = theirsMs < sentMs ? theirsMs - sentMs : Math.max(0, theirsMs - answeredMs);
  if (Number.isNaN(theirsMs) || Math.abs(skewMs) < MAX_SKEW_MS) return undefined;
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  const direction = skewMs > 0 ? 'behind' : 'ahead of';
  return problem(`The clock is ${seconds} s ${direction} the object store's: set it, or the store refuses all calls.`);
}
