import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BlobSettings } from '../config/blob-settings.ts';
import { createS3Client } from '../nodes/s3/s3-client.ts';
import { startHttpProxy } from '../testing/network/http-proxy.ts';
import type { HttpProxy } from '../testing/network/http-proxy.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import { hasSwift, startSwift, toSettings } from '../testing/blobs/swift-server.ts';
import type { S3TestServer } from '../testing/blobs/swift-server.ts';
import { checkBucket } from './check-bucket.ts';
import { runDoctor } from './doctor-command.ts';

const PASS = undefined;
const DENIED = { status: 403, body: '<Error><Code>AccessDenied</Code><Message>Access Denied.</Message></Error>' };
const NOW = () => Date.now();

it('the doctor says nothing of a bucket that is not set, and names an address without encryption', async () => {
  expect(await checkBucket(undefined, undefined, NOW)).toEqual([]);
  const settings = { endpoint: 'http://s3.invalid', bucket: 'b', region: 'r', accessKeyId: 'k', secretAccessKey: 's' };
  const [insecure, unreachable] = await checkBucket({ ...settings, prefix: '' }, undefined, NOW);
  expect(insecure?.text).toMatch(/^S3_ENDPOINT is http:\/\/s3\.invalid: use https/);
  expect(unreachable?.text).toMatch(/^The bucket b at http:\/\/s3\.invalid cannot be used: .*ENOTFOUND/);
});

// The real Swift, as packaged by Debian; CI installs it.
describe.skipIf(!hasSwift)('the doctor', () => {
  let swift: S3TestServer;
  let proxy: HttpProxy;
  let settings: BlobSettings;
  beforeAll(async () => {
    swift = await startSwift();
    proxy = await startHttpProxy(swift.settings.endpoint);
    settings = { ...swift.settings, endpoint: proxy.url, prefix: 'shop/' };
  });
  afterEach(() => {
    proxy.faults.length = 0;
  });
  afterAll(async () => {
    await proxy.stop();
    await swift.stop();
  });

  it('finds no fault in a good bucket, and leaves no object there', async () => {
    expect(await checkBucket(settings, undefined, NOW)).toEqual([]);
    const query = { 'list-type': '2', prefix: 'shop/' };
    const { bytes } = await createS3Client(settings).send({ method: 'GET', query });
    expect(bytes.toString()).not.toContain('<Contents>');
  });

  it.each([
    ['list', [DENIED]],
    ['put', [PASS, DENIED]],
    ['get', [PASS, PASS, DENIED]],
    ['delete', [PASS, PASS, PASS, DENIED]],
  ] as const)('names the missing right to %s objects', async (right, faults) => {
    proxy.faults.push(...faults);
    expect(await checkBucket(settings, undefined, NOW)).toEqual([
      {
        level: 'problem',
        text: `The bucket images at ${proxy.url} refuses to ${right} objects: 403 AccessDenied Access Denied.`,
      },
    ]);
    // Only what cannot be deleted stays.
    const query = { 'list-type': '2', prefix: 'shop/' };
    const { bytes } = await createS3Client(settings).send({ method: 'GET', query });
    expect(bytes.toString().includes('<Contents>')).toBe(right === 'delete');
  });

  it.each([
    [-90_000, /^The clock is (89|90|91) s behind the object store's/],
    [90_000, /^The clock is (89|90|91) s ahead of the object store's/],
  ])('names a clock that differs by %i ms', async (byMs, expected) => {
    const findings = await checkBucket(settings, undefined, () => Date.now() + byMs);
    expect(findings).toEqual([{ level: 'problem', text: expect.stringMatching(expected) as string }]);
  });

  it('names a wrong key and a missing bucket', async () => {
    const [key] = await checkBucket({ ...settings, secretAccessKey: 'another' }, undefined, NOW);
    expect(key?.text).toContain('refuses to list objects: 403 SignatureDoesNotMatch');
    expect(key?.text).not.toContain('another');
    const [bucket] = await checkBucket({ ...settings, bucket: 'others' }, undefined, NOW);
    expect(bucket?.text).toContain('404 NoSuchBucket');
  });

  it('names the bucket of another shop', async () => {
    const prefix = 'taken/';
    await createS3Client({ ...settings, prefix }).send({ method: 'PUT', key: '.owner', body: Buffer.from('one') });
    expect(await checkBucket({ ...settings, prefix }, 'one', NOW)).toEqual([]);
    for (const owner of ['two', undefined]) {
      expect(await checkBucket({ ...settings, prefix }, owner, NOW)).toEqual([
        { level: 'problem', text: expect.stringContaining('another shop has its images there') as string },
      ]);
    }
  });

  it('recognizes the shop’s own bucket by the database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hexlime-doctor-'));
    const env = { ...toSettings(swift), S3_PREFIX: 'own', DATABASE_URL: `sqlite:${join(folder, 'shop.sqlite')}` };
    await (await startTestApp({ dataDir: folder, env })).stop();
    let text = '';
    await runDoctor({ ...env, DATA_DIR: folder }, { write: (part: string) => (text += part) !== '' }, Date.now());
    expect(text).not.toContain('bucket');
    await rm(folder, { recursive: true });
  });

  it('names a store that does not say which objects are missing', async () => {
    proxy.faults.push(PASS, PASS, PASS, PASS, DENIED);
    const [finding] = await checkBucket(settings, undefined, NOW);
    expect(finding?.text).toContain('does not name a missing object NoSuchKey: 403 AccessDenied');
  });
});
