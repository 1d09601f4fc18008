import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { startServer } from '../../server.ts';
import { buildSnapshotsHere } from '../../testing/build-snapshots-here.ts';
import { runQueriesHere } from '../../testing/run-queries-here.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startHttpProxy } from '../../testing/network/http-proxy.ts';
import type { HttpProxy } from '../../testing/network/http-proxy.ts';
import { hasSwift, startSwift } from '../../testing/blobs/swift-server.ts';
import type { S3TestServer } from '../../testing/blobs/swift-server.ts';
import { signInBuyer, stockCameras } from '../../testing/apps/order-app.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { openChatClient, uploadPhotos } from '../../testing/clients/chat-client.ts';
import { drawTestImage, listImageFilesOf, signInImageClient } from '../../testing/clients/image-client.ts';
import { json, send } from '../../testing/clients/send.ts';
import { createLogRecorder } from '../../testing/log-recorder.ts';
import { startServerProcess } from '../../testing/processes/server-process.ts';
import { chatIdOf } from '#contract/chats/chat-path.ts';

const CAMERA = 1;
/** Reports each module for buckets that a process loads: the signer of requests and the S3 client. */
const LOAD_REPORTER = `data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => {
    if (/aws4fetch|s3-/.test(url)) process.stderr.write('LOADED ' + url + '\\n');
    return next(url, context);
  } });`,
)}`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-bucket-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const settingsOf = (endpoint: string, more: Readonly<Record<string, string>> = {}) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: 'images',
  S3_REGION: 'test-region',
  S3_ACCESS_KEY_ID: 'test:tester',
  S3_SECRET_ACCESS_KEY: 'secret-of-tests',
  S3_PREFIX: 'shop',
  ...more,
});

/** Runs a server until it accepts requests or has ended. */
async function startAndStop(env: Readonly<Record<string, string>>) {
  const server = startServerProcess(folder, env);
  const isOpen = await server.url().then(
    () => true,
    () => false,
  );
  if (isOpen) server.child.kill('SIGTERM');
  return { isOpen, code: await server.exit, output: server.output() };
}

describe('a server', () => {
  it('loads no code for buckets unless they are configured', async () => {
    const none = Object.fromEntries(Object.keys(settingsOf('')).map((name) => [name, '']));
    const { isOpen, output } = await startAndStop({ ...none, NODE_OPTIONS: `--import=${LOAD_REPORTER}` });
    expect([isOpen, output.match(/LOADED .*/g)]).toEqual([true, null]);
  });

  it('starts without images while the object store is away', async () => {
    const env = { ...settingsOf('http://127.0.0.1:9'), LOG_LEVEL: 'warn', NODE_OPTIONS: `--import=${LOAD_REPORTER}` };
    const { isOpen, output } = await startAndStop(env);
    expect([isOpen, output.includes('object store cannot be reached')]).toEqual([true, true]);
    expect(output).toMatch(/LOADED .*aws4fetch/);
  });

  it('ends with one sentence and exit code 78 when the host of the object store is unknown', async () => {
    const { code, output } = await startAndStop(settingsOf('http://s3.invalid'));
    expect(code).toBe(78);
    expect(output).toMatch(/^The settings S3_… are wrong: the object store at http:\/\/s3\.invalid .*ENOTFOUND.*\.\n$/);
  });
});

// The real object store, from Debian's package; CI installs it.
describe.skipIf(!hasSwift)('a shop with a bucket', () => {
  let swift: S3TestServer;
  let proxy: HttpProxy;
  let app: TestApp | undefined;
  beforeAll(async () => {
    swift = await startSwift();
    proxy = await startHttpProxy(swift.settings.endpoint);
  });
  afterEach(async () => {
    proxy.fault = () => undefined;
    await app?.stop();
  });
  afterAll(async () => {
    await proxy.stop();
    await swift.stop();
  });

  it.each([
    [{ S3_SECRET_ACCESS_KEY: 'another-secret' }, /SignatureDoesNotMatch/],
    [{ S3_BUCKET: 'no-such-bucket' }, /NoSuchBucket/],
  ])('does not start with wrong settings, and says why: %j', async (more, reason) => {
    const { code, output } = await startAndStop(settingsOf(proxy.url, more));
    expect([code, output.split('\n')]).toEqual([78, [expect.stringMatching(reason), '']]);
    expect(output).not.toContain('secret');
  });

  it('[IMG6] does not start on the bucket of another shop', async () => {
    app = await startTestApp({ env: settingsOf(proxy.url, { S3_PREFIX: 'taken' }) });
    const { code, output } = await startAndStop(settingsOf(proxy.url, { S3_PREFIX: 'taken' }));
    expect(code).toBe(78);
    expect(output).toBe(
      'The settings S3_… are wrong: another shop has its images there: choose another S3_BUCKET or S3_PREFIX.\n',
    );
  });

  it('keeps images and photos in the bucket only, and serves them with the same headers as files', async () => {
    app = await startTestApp({ env: settingsOf(proxy.url) });
    await stockCameras(app, 5, CAMERA);
    const admin = await signInImageClient(app);
    const bytes = await drawTestImage('red');
    const { status, pictures } = await admin.upload('ayz', CAMERA, [{ bytes }], 'one');
    expect([status, pictures.length]).toEqual([200, 1]);
    const editor = await admin.uploadToEditor('ayz', CAMERA, bytes, 'two');
    const chat = chatIdOf('demo-alice', CAMERA);
    const alice = await openChatClient(app, 'alice');
    await alice.call('POST', '/api/chats', { productId: CAMERA, buyerGoogleId: alice.sub });
    const { body } = await uploadPhotos(app, alice, chat, [{ bytes }], 'three');

    expect(existsSync(join(app.context.config.dataDir, 'images'))).toBe(false);
    expect(await listImageFilesOf(app, 'Pictures', 'Editor', 'ChatPhotos')).toEqual([
      `ChatPhotos/${chat}/pthree.webp`,
      'Editor/ptwo.webp',
      'Pictures/pone/1.webp',
      'Pictures/pone/preview/1.webp',
    ]);
    const versions = await app.context.database.reader
      .selectFrom('product')
      .select('image_version')
      .where('shop', '=', 'ayz')
      .where('id', '=', CAMERA)
      .execute();
    const immutable = { 'cache-control': 'public, max-age=31536000, immutable', 'content-type': 'image/webp' };
    for (const path of [
      `/images/AYZProducts/${CAMERA}/1.webp?v=${versions[0]?.image_version}`,
      `/images/AYZProducts/${CAMERA}/preview/1-200.webp?v=${versions[0]?.image_version}`,
      String(editor['imageUrl']),
    ]) {
      const reply = await send(app.url, path);
      expect([path, reply.status, reply.headers]).toMatchObject([path, 200, immutable]);
      const again = await send(app.url, path, { headers: { 'if-none-match': String(reply.headers.etag) } });
      expect([path, again.status]).toEqual([path, 304]);
    }
    const photo = await alice.call('GET', String(body['filePath']));
    expect([photo.status, photo.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  });

  it('[R11] keeps snapshot blocks in the bucket, serves them like blocks in rows, and builds lost ones anew', async () => {
    app = await startTestApp({ env: settingsOf(proxy.url, { S3_PREFIX: 'blocks-of-it' }) });
    const { url, context, server } = app;
    await stockCameras(app, 5, CAMERA);
    await server.snapshots.build();
    const listBlocks = async () => {
      const { blocks } = json(await send(url, '/api/sync/ayz/manifest')) as {
        blocks: { hash: string; bytes: number; kind: string }[];
      };
      return blocks;
    };
    const blocks = await listBlocks();
    expect(await context.database.reader.selectFrom('snapshot_block').select('hash').execute()).toEqual([]);
    const [cards, details] = blocks;
    for (const { hash, bytes, kind } of blocks) {
      const reply = await send(url, `/api/sync/blocks/${hash}`, { headers: { 'accept-encoding': 'br' } });
      expect(reply.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'application/octet-stream',
        etag: expect.stringContaining(hash) as string,
        ...(kind === 'cards' && { 'content-encoding': 'br' }),
      });
      const body = kind === 'cards' ? brotliDecompressSync(reply.body) : reply.body;
      expect([body.length, createHash('sha256').update(body).digest('hex')]).toEqual([bytes, hash]);
    }
    const together = await send(url, `/api/sync/blocks/together/${details?.hash}.${cards?.hash}`);
    expect([together.status, together.body.length]).toEqual([200, (details?.bytes ?? 0) + (cards?.bytes ?? 0)]);

    // Another node has none of the blocks in memory.
    const again = await startServer(context, { buildSnapshots: buildSnapshotsHere, runQueries: runQueriesHere });
    const other = again.url.replace('localhost', '127.0.0.1');
    proxy.fault = () => 'drop';
    expect((await send(other, `/api/sync/blocks/${cards?.hash}`)).status).toBe(503);
    proxy.fault = () => undefined;
    await expect.poll(async () => (await send(other, `/api/sync/blocks/${details?.hash}`)).status).toBe(200);
    await context.blobs.delete(`blocks/${cards?.hash}`);
    expect((await send(other, `/api/sync/blocks/${cards?.hash}`)).status).toBe(404);
    await expect.poll(async () => (await send(other, `/api/sync/blocks/${cards?.hash}`)).status).toBe(200);
    expect(await listBlocks()).toEqual(blocks);
    await again.stop();
  });

  it('[IMG5] answers 503 only for images while the object store is away, and serves them again afterwards', async () => {
    const log = createLogRecorder();
    const env = { ...settingsOf(proxy.url, { S3_PREFIX: 'away' }), LOG_LEVEL: 'error' };
    app = await startTestApp({ env, logTo: log.logTo });
    await stockCameras(app, 5, CAMERA);
    const admin = await signInImageClient(app);
    const bytes = await drawTestImage('red');
    await admin.upload('ayz', CAMERA, [{ bytes }], 'one');
    const path = `/images/AYZProducts/${CAMERA}/1.webp`;
    proxy.fault = () => 'drop';
    const missing = await send(app.url, path);
    expect([missing.status, json(missing)['code']]).toEqual([503, 'not-ready']);
    expect(missing.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' });
    const startMs = performance.now();
    for (let call = 0; call < 100; call += 1) expect((await send(app.url, path)).status).toBe(503);
    const seconds = Math.ceil((performance.now() - startMs) / 1_000);
    // The first call and one a second are logged, with the reason and advice.
    // Builds of snapshots, whose blocks are there as well, may fail meanwhile; their lines name no request.
    const lines = log
      .text()
      .trim()
      .split('\n')
      .filter((line) => line.includes('did not answer a GET') && line.includes('"requestId"'));
    expect(lines.length).toBeLessThanOrEqual(1 + seconds);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: {
        message: expect.stringMatching(/^the object store at http:.* did not answer a GET/) as string,
        advice: expect.stringContaining('npm run doctor') as string,
      },
    });
    const upload = await admin.upload('ayz', CAMERA, [{ bytes }], 'two');
    expect([upload.status, upload.code]).toEqual([503, 'not-ready']);
    expect((await send(app.url, '/readyz')).status).toBe(200);
    const buyer = await signInBuyer(app, 'bob');
    expect((await buyer.buy()).status).toBe(200);

    proxy.fault = () => undefined;
    const { url } = app;
    await expect.poll(async () => (await send(url, path)).status).toBe(200);
    await app.server.images.purge.run();
    expect((await admin.upload('ayz', CAMERA, [{ bytes }], 'two')).status).toBe(200);
    expect((await admin.list('ayz', CAMERA)) as string[]).toHaveLength(2);
  });
});
