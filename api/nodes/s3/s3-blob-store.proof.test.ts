import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startHttpProxy } from '../../testing/network/http-proxy.ts';
import type { HttpProxy, HttpFault } from '../../testing/network/http-proxy.ts';
import { listBlobNames } from '../../testing/blobs/list-blobs.ts';
import { hasSwift, startSwift } from '../../testing/blobs/swift-server.ts';
import type { S3TestServer } from '../../testing/blobs/swift-server.ts';
import type { BlobSettings } from '../../config/blob-settings.ts';
import { storageFaultOf } from '../../storage/storage-fault.ts';
import { createOwnerCheck } from './bucket-owner.ts';
import { createOwnedBucket } from './owned-s3-blob-store.ts';
import { createS3BlobStore } from './s3-blob-store.ts';
import { createS3Client } from './s3-client.ts';
import type { S3Client, S3ClientOptions } from './s3-client.ts';

const SETTINGS: BlobSettings = {
  endpoint: '',
  bucket: 'images',
  region: 'test-region',
  accessKeyId: 'key',
  secretAccessKey: 'never-in-a-message',
  prefix: 'shop/',
};
const QUICK = { attemptMs: { read: 250, write: 250 }, totalMs: { read: 3_000, write: 3_000 } };
/** For answers that come at once: even on a busy machine, no call is given up and repeated. */
const PATIENT = { attemptMs: { read: 30_000, write: 30_000 }, totalMs: { read: 60_000, write: 60_000 } };
const BYTES = Buffer.from('picture');

const errorOf = (code: string, message = 'Because.'): string =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;

let proxy: HttpProxy;
afterEach(() => proxy.stop());

const openStore = (settings: BlobSettings, options: S3ClientOptions = QUICK) =>
  createS3BlobStore({
    client: createS3Client({ ...settings, endpoint: proxy.url }, options),
    prefix: settings.prefix,
    pageNames: 2,
  });

/** Returns code and message of the error of a call, and the fault that callers see. */
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error: Error & { code: string }) => ({
      code: error.code,
      message: error.message,
      fault: storageFaultOf(error),
    }),
  );

describe('a bucket that does not answer as it should', () => {
  beforeEach(async () => {
    // The proxy answers every call with a fault, so it needs no server behind it.
    proxy = await startHttpProxy('http://127.0.0.1:1');
  });

  const answer = (status: number, body = '', headers: Readonly<Record<string, string>> = {}): HttpFault => ({
    status,
    body,
    headers,
  });

  it.each([
    ['closes the connection', 'drop', /ECONNRESET|other side closed/],
    ['never answers', 'hang', /no answer in time/],
    ['has an internal error', answer(500, errorOf('InternalError')), /500 InternalError Because$/],
    ['asks to slow down', answer(503, errorOf('SlowDown')), /503 SlowDown/],
    ['limits the rate', answer(429), /did not answer a GET: 429$/],
  ] as const)('is tried four times in bounded time, and is a storage fault when it %s', async (_, fault, reason) => {
    proxy.fault = () => fault;
    const startMs = performance.now();
    const failure = await failureOf(openStore(SETTINGS).find('a/1'));
    expect(failure).toMatchObject({ code: 'BLOBS_UNREACHABLE', fault: 'blobs-unreachable' });
    expect(failure).toMatchObject({ message: expect.stringMatching(reason) as string });
    expect(proxy.calls).toEqual(Array.from({ length: 4 }, () => 'GET /images/shop/a/1'));
    expect(performance.now() - startMs).toBeLessThan(4_000);
  });

  it('fails at once when nothing listens, and when calls have waited too long for their turn', async () => {
    await proxy.stop();
    expect(await failureOf(openStore(SETTINGS).find('a/1'))).toMatchObject({
      code: 'BLOBS_UNREACHABLE',
      message: expect.stringMatching(/ECONNREFUSED/) as string,
    });
    proxy = await startHttpProxy('http://127.0.0.1:1');
    proxy.fault = () => 'hang';
    const blobs = openStore(SETTINGS, {
      attemptMs: { read: 400, write: 400 },
      totalMs: { read: 500, write: 500 },
      maxCalls: 2,
    });
    const startMs = performance.now();
    const failures = await Promise.all(Array.from({ length: 20 }, () => failureOf(blobs.find('a/1'))));
    expect(failures.every((failure) => typeof failure === 'object' && failure.code === 'BLOBS_UNREACHABLE')).toBe(true);
    expect(performance.now() - startMs).toBeLessThan(1_500);
    expect(proxy.calls.length).toBeLessThanOrEqual(8);
  });

  it('is asked once in a while when it is away, and other calls fail at once', async () => {
    const blobs = openStore(SETTINGS, { ...QUICK, probeEveryMs: 700 });
    proxy.fault = () => 'hang';
    expect(await failureOf(blobs.find('a/1'))).toMatchObject({ code: 'BLOBS_UNREACHABLE' });
    proxy.calls.length = 0;
    const startMs = performance.now();
    const probe = failureOf(blobs.find('a/2'));
    for (let call = 0; call < 50; call += 1) {
      expect(await failureOf(blobs.find('a/3'))).toMatchObject({
        message: expect.stringContaining('in time') as string,
      });
    }
    expect(performance.now() - startMs).toBeLessThan(500);
    expect(await probe).toMatchObject({ code: 'BLOBS_UNREACHABLE' });
    expect(new Set(proxy.calls)).toEqual(new Set(['GET /images/shop/a/2']));

    proxy.fault = () => answer(404, errorOf('NoSuchKey'));
    expect(await blobs.find('a/1')).toBeUndefined();
    expect(await Promise.all([blobs.find('a/1'), blobs.find('a/2')])).toEqual([undefined, undefined]);
  });

  it.each([
    ['the key is unknown', answer(403, errorOf('InvalidAccessKeyId')), '403 InvalidAccessKeyId Because'],
    ['the clock is wrong', answer(403, errorOf('RequestTimeTooSkewed')), '403 RequestTimeTooSkewed Because'],
    ['there is no bucket', answer(404, errorOf('NoSuchBucket')), '404 NoSuchBucket Because'],
    ['a proxy has no such page', answer(404, '<html>Not found</html>'), '404'],
    [
      'it is in another region',
      answer(301, errorOf('PermanentRedirect'), { location: 'http://x.invalid/' }),
      '301 Per',
    ],
    ['the call is not known', answer(501, errorOf('NotImplemented')), '501 NotImplemented'],
  ] as const)('is asked once by each call, and is a storage fault, when %s', async (_, fault, reason) => {
    proxy.fault = () => fault;
    const blobs = openStore(SETTINGS, PATIENT);
    const calls = [
      () => blobs.find('a/1'),
      () => blobs.put('a/1', BYTES),
      () => blobs.delete('a/1'),
      () => blobs.deleteFolder('a'),
      () => listBlobNames(blobs, 'a'),
    ];
    for (const call of calls) {
      const failure = await failureOf(call());
      expect(failure).toMatchObject({ code: 'BLOBS_REJECTED', fault: 'blobs-unreachable' });
      expect(failure).toMatchObject({ message: expect.stringContaining(reason) as string });
      expect(JSON.stringify(failure)).not.toContain(SETTINGS.secretAccessKey);
    }
    expect(proxy.calls).toHaveLength(calls.length);
  });

  it('is full when it says so', async () => {
    proxy.fault = () => answer(507, errorOf('XMinioStorageFull'));
    expect(await failureOf(openStore(SETTINGS).put('a/1', BYTES))).toMatchObject({ code: 'BLOBS_FULL', fault: 'full' });
  });

  it('is a fault when it answers a list with something else', async () => {
    proxy.fault = () => answer(200, '<html>Welcome</html>');
    expect(await failureOf(listBlobNames(openStore(SETTINGS), 'a'))).toMatchObject({ code: 'BLOBS_REJECTED' });
  });

  it('does not list forever when each page names itself as the next one', async () => {
    const page = '<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>';
    const name = '<Contents><Key>shop/a/1</Key></Contents>';
    proxy.fault = () => answer(200, `<ListBucketResult>${page}${name}</ListBucketResult>`);
    expect(await listBlobNames(openStore(SETTINGS), 'a')).toEqual(['1', '1']);
  });

  it('replaces an entity tag with unusual characters by a hash of the bytes', async () => {
    proxy.fault = () => answer(200, 'picture', { etag: '"a b"' });
    expect((await openStore(SETTINGS).find('a/1'))?.tag).toMatch(/^[\w-]{43}$/);
    proxy.fault = () => answer(200, 'picture', { etag: 'W/"0cc175-2"' });
    expect((await openStore(SETTINGS).find('a/1'))?.tag).toBe('0cc175-2');
  });
});

// The real Swift server from Debian; CI installs it.
describe.skipIf(!hasSwift)('a bucket of OpenStack Swift', () => {
  let swift: S3TestServer;
  let settings: BlobSettings;
  beforeAll(async () => {
    swift = await startSwift();
  });
  afterAll(() => swift.stop());
  beforeEach(async () => {
    proxy = await startHttpProxy(swift.settings.endpoint);
    settings = { ...swift.settings, prefix: `${randomUUID()}/` };
  });

  it.each([
    ['drop', 'drop', 'hang'],
    ['cut', 'cut', { status: 503 }],
    [{ status: 429 }, { status: 500 }, 'lost'],
  ] as const)('is read, written, listed and emptied across passing faults %j, %j and %j', async (...faults) => {
    const blobs = openStore(settings, { ...QUICK, attemptMs: { read: 800, write: 800 } });
    const across = <T>(call: () => Promise<T>): Promise<T> => {
      proxy.faults.push(...faults);
      return call();
    };
    await across(() => blobs.put('a/1', BYTES));
    await blobs.put('a/2', BYTES);
    await blobs.put('a/3', BYTES);
    expect((await across(() => blobs.find('a/1')))?.bytes).toEqual(BYTES);
    expect(await across(() => listBlobNames(blobs, 'a'))).toEqual(['1', '2', '3']);
    await across(() => blobs.delete('a/1'));
    await across(() => blobs.deleteFolder('a'));
    expect(await listBlobNames(blobs, 'a')).toEqual([]);
  });

  it('rejects another secret, a wrong clock, a missing bucket, and bytes that were changed on the way', async () => {
    const rejected = { code: 'BLOBS_REJECTED' };
    const secret = { ...settings, secretAccessKey: 'another' };
    expect(await failureOf(openStore(secret).find('a/1'))).toMatchObject({
      ...rejected,
      message: expect.stringContaining('SignatureDoesNotMatch') as string,
    });
    const skewed = openStore(settings, { ...QUICK, now: () => Date.now() - 3_600_000 });
    expect(await failureOf(skewed.put('a/1', BYTES))).toMatchObject({
      ...rejected,
      message: expect.stringContaining('RequestTimeTooSkewed') as string,
    });
    const others = openStore({ ...settings, bucket: 'others' });
    for (const call of [() => others.find('a/1'), () => listBlobNames(others, 'a')]) {
      expect(await failureOf(call())).toMatchObject({
        ...rejected,
        message: expect.stringContaining('NoSuchBucket') as string,
      });
    }
    proxy.tamper = (bytes) => bytes.fill('x');
    expect(await failureOf(openStore(settings).put('a/1', BYTES))).toMatchObject(rejected);
    proxy.tamper = undefined;
    expect(await openStore(settings).find('a/1')).toBeUndefined();
  });

  it('lists and deletes only what is below the prefix, and leaves foreign names alone', async () => {
    const [own, other] = [openStore(settings), openStore({ ...settings, prefix: `${randomUUID()}/` })];
    await own.put('a/1', BYTES);
    await other.put('a/1', BYTES);
    const client = createS3Client({ ...settings, endpoint: proxy.url });
    // The object that a console creates for a new folder, and a name with special characters of XML.
    for (const key of ['a/', 'a/x & <y>.webp', 'a/.hidden']) await client.send({ method: 'PUT', key, body: BYTES });
    expect(await listBlobNames(own, 'a')).toEqual(['1']);
    await own.deleteFolder('a');
    expect(await listBlobNames(own, 'a')).toEqual([]);
    expect((await client.send({ method: 'GET', key: 'a/x & <y>.webp' })).status).toBe(200);
    expect(await listBlobNames(other, 'a')).toEqual(['1']);
  });

  describe('with a check of its owner', () => {
    const openOwned = (owner: string) => {
      const client = createS3Client({ ...settings, endpoint: proxy.url }, QUICK);
      const check = createOwnerCheck(owner);
      const requireOwn = () => check(client);
      return { requireOwn, blobs: createS3BlobStore({ client, prefix: settings.prefix, requireOwn }) };
    };

    it('is changed by all servers of the shop that it belongs to, and never by another shop', async () => {
      const [first, second, stranger] = ['one', 'one', 'two'].map((owner) => openOwned(owner));
      await first?.blobs.put('a/1', BYTES);
      await second?.blobs.put('a/2', BYTES);
      const rejected = {
        code: 'BLOBS_REJECTED',
        message: expect.stringContaining('another shop has its images there') as string,
      };
      expect(await failureOf(stranger?.requireOwn() ?? Promise.resolve())).toMatchObject(rejected);
      const calls = [
        () => stranger?.blobs.put('a/1', BYTES),
        () => stranger?.blobs.delete('a/1'),
        () => stranger?.blobs.deleteFolder('a'),
      ];
      for (const call of calls) expect(await failureOf(Promise.resolve(call()))).toMatchObject(rejected);
      const { blobs } = createOwnedBucket({ ...settings, endpoint: proxy.url }).openFor('two');
      expect(await failureOf(blobs.put('a/1', BYTES))).toMatchObject(rejected);
      expect(await listBlobNames(openStore(settings), 'a')).toEqual(['1', '2']);
    });

    it('belongs to the shop that wrote last when two claim it at the same time', async () => {
      const client = createS3Client({ ...settings, endpoint: proxy.url }, QUICK);
      const overtaken: S3Client = {
        ...client,
        async send(request) {
          const reply = await client.send(request);
          if (request.method === 'PUT') await client.send({ ...request, body: Buffer.from('two') });
          return reply;
        },
      };
      expect(await failureOf(createOwnerCheck('one')(overtaken))).toMatchObject({ code: 'BLOBS_REJECTED' });
      expect(await failureOf(createOwnerCheck('two')(client))).toBe('no error');
    });

    it('is claimed later if it could not be reached at first, and then not checked again', async () => {
      const shop = openOwned('one');
      proxy.fault = () => 'drop';
      expect(await failureOf(shop.requireOwn())).toMatchObject({ code: 'BLOBS_UNREACHABLE' });
      proxy.fault = () => undefined;
      await shop.blobs.put('a/1', BYTES);
      proxy.calls.length = 0;
      await shop.blobs.put('a/2', BYTES);
      expect(proxy.calls).toHaveLength(1);
    });
  });
});
