import { mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttpProxy } from '../../testing/network/http-proxy.ts';
import { hasSwift, startSwift } from '../../testing/blobs/swift-server.ts';
import type { S3TestServer } from '../../testing/blobs/swift-server.ts';
import { describeBlobStore, TEST_PAGE_NAMES } from './blob-store.contract.ts';
import { createDiskBlobStore } from './disk-blob-store.ts';
import { createS3BlobStore } from '../../nodes/s3/s3-blob-store.ts';
import { createS3Client } from '../../nodes/s3/s3-client.ts';

describeBlobStore('on disk', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'hexlime-blobs-'));
  const folder = join(parent, 'inside');
  return {
    blobs: createDiskBlobStore(folder, TEST_PAGE_NAMES),
    async breakDown() {
      await rm(folder, { recursive: true });
      await symlink(folder, folder);
    },
    close: () => rm(parent, { recursive: true, force: true }),
  };
});

describe('the blob store on disk', () => {
  it('deletes the remains of interrupted writes, and lists none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hexlime-blobs-'));
    const blobs = createDiskBlobStore(folder);
    await blobs.put('Pictures/p1/1.webp', Buffer.from('whole'));
    const remains = ['.old', '.new'].map((name) => join(folder, 'Pictures', 'p1', name));
    for (const file of remains) await writeFile(file, 'part');
    await utimes(remains[0] ?? '', new Date(1_000), new Date(1_000));
    await blobs.deleteUnfinished('Pictures', 2_000);
    expect((await readdir(join(folder, 'Pictures', 'p1'))).toSorted()).toEqual(['.new', '1.webp']);
    await rm(folder, { recursive: true });
  });
});

// The real server, from Debian's package; CI installs it.
describe.skipIf(!hasSwift)('with OpenStack Swift', () => {
  let swift: S3TestServer;
  beforeAll(async () => {
    swift = await startSwift();
  });
  afterAll(() => swift.stop());

  describeBlobStore('in a bucket', async () => {
    const proxy = await startHttpProxy(swift.settings.endpoint);
    const prefix = `${randomUUID()}/`;
    const client = createS3Client(
      { ...swift.settings, endpoint: proxy.url, prefix },
      { totalMs: { read: 3_000, write: 20_000 } },
    );
    return {
      blobs: createS3BlobStore({ client, prefix, pageNames: TEST_PAGE_NAMES }),
      async breakDown() {
        proxy.fault = () => 'drop';
      },
      close: () => proxy.stop(),
    };
  });
});
