import { createHash } from 'node:crypto';
import { createSlots } from '../../jobs/slots.ts';
import { BlobStoreError } from '../../storage/blobs/blob-store-error.ts';
import { isPlainBlobPath, PAGE_NAMES, requirePlainPath } from '../../storage/blobs/blob-store.ts';
import type { BlobStore } from '../../storage/blobs/blob-store.ts';
import type { S3Client } from './s3-client.ts';
import { isMissing, isOk, rejection } from './s3-replies.ts';
import type { S3Reply } from './s3-replies.ts';
import { readPage } from './s3-xml.ts';

export interface S3BlobStoreOptions {
  readonly client: S3Client;
  /** What the names of all objects begin with: empty, or ends with a slash. */
  readonly prefix: string;
  /** Names in a page of a list. */
  readonly pageNames?: number;
  /** Called before each change; rejects unless a check shows, or has shown before, that the bucket belongs to this shop. */
  readonly requireOwn?: () => Promise<void>;
}

/** Objects of a folder that are deleted at a time. */
const DELETES_AT_ONCE = 8;

/**
 * Stores blobs as objects of an S3-compatible bucket, below the prefix of its settings. A PUT is atomic and durable. It uses four calls that
 * every such store has: GET, PUT and DELETE of an object, and the paged list with prefix and delimiter.
 */
export function createS3BlobStore(options: S3BlobStoreOptions): BlobStore {
  const { client, prefix, pageNames = PAGE_NAMES, requireOwn = () => Promise.resolve() } = options;

  const deleteObject = async (path: string): Promise<void> => {
    const request = { method: 'DELETE', key: path } as const;
    const reply = await client.send(request);
    if (!isOk(reply) && !isMissing(reply)) throw rejection(request, reply);
  };

  /** Lists keys below a folder, without the prefix; with `delimiter` only those directly in the folder. */
  async function* listKeys(folder: string, delimiter?: '/'): AsyncGenerator<readonly string[]> {
    let token: string | undefined;
    do {
      const request = {
        method: 'GET',
        query: {
          'list-type': '2',
          prefix: `${prefix}${folder}/`,
          'max-keys': String(pageNames),
          ...(delimiter !== undefined && { delimiter }),
          ...(token !== undefined && { 'continuation-token': token }),
        },
      } as const;
      const reply = await client.send(request);
      if (!isOk(reply)) throw rejection(request, reply);
      const page = readPage(reply.bytes.toString());
      if (!page) throw new BlobStoreError('BLOBS_REJECTED', 'the object store answered a list with something else');
      yield page.keys.map((key) => key.slice(prefix.length));
      if (token !== undefined && page.nextToken === token) return;
      token = page.nextToken;
    } while (token !== undefined);
  }

  return {
    async put(path, bytes) {
      requirePlainPath(path);
      await requireOwn();
      const request = {
        method: 'PUT',
        key: path,
        body: bytes,
        // Images are read through the server; a browser that opens the bucket itself downloads them instead of showing them.
        headers: { 'content-type': 'application/octet-stream' },
      } as const;
      const reply = await client.send(request);
      if (!isOk(reply)) throw rejection(request, reply);
    },

    async find(path) {
      if (!isPlainBlobPath(path)) return undefined;
      const request = { method: 'GET', key: path } as const;
      const reply = await client.send(request);
      if (isMissing(reply)) return undefined;
      if (!isOk(reply)) throw rejection(request, reply);
      return { bytes: reply.bytes, tag: tagOf(reply) };
    },

    async delete(path) {
      requirePlainPath(path);
      await requireOwn();
      await deleteObject(path);
    },

    async deleteFolder(path) {
      requirePlainPath(path);
      await requireOwn();
      const inTurn = createSlots(DELETES_AT_ONCE);
      await deleteObject(path);
      // Single deletes: not every store deletes many by one call.
      for await (const keys of listKeys(path)) {
        await Promise.all(keys.filter(isPlainBlobPath).map((key) => inTurn(() => deleteObject(key))));
      }
    },

    async *listPages(folder) {
      requirePlainPath(folder);
      for await (const keys of listKeys(folder, '/')) {
        const names = keys.map((key) => key.slice(folder.length + 1).replace(/\/$/, '')).filter(isPlainBlobPath);
        if (names.length > 0) yield names;
      }
    },

    // A PUT that was interrupted leaves nothing.
    deleteUnfinished: () => Promise.resolve(),
  };
}

/** The entity tag of a PUT in one piece is a hash of the bytes, or of their encrypted form. */
function tagOf({ headers, bytes }: S3Reply): string {
  const tag = /^(?:W\/)?"?([\w.-]{1,100})"?$/.exec(headers.get('etag') ?? '')?.[1];
  return tag ?? createHash('sha256').update(bytes).digest('base64url');
}
