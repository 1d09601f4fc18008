import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { basename } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import { messageOf, openChatClient, uploadPhotos } from '../testing/clients/chat-client.ts';
import type { ChatClient, TestFile } from '../testing/clients/chat-client.ts';
import { listImageFilesOf } from '../testing/clients/image-client.ts';
import { stockCameras } from '../testing/apps/order-app.ts';
import { json, send } from '../testing/clients/send.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { createPurgePhotosJob } from './purge-photos.job.ts';
import { CallerLife } from '../http/caller/caller-life.ts';
import { createPhotos } from './photos.ts';

const CHAT = chatIdOf('demo-alice', 1);
const OTHER_CHAT = chatIdOf('demo-alice', 2);
const BOBS_CHAT = chatIdOf('demo-bob', 1);
const DAY_MS = 86_400_000;

let app: TestApp;
let alice: ChatClient;
let bob: ChatClient;
let sam: ChatClient;
let clockMs: number;

beforeEach(async () => {
  clockMs = Date.UTC(2026, 10, 21, 12);
  app = await startTestApp({ now: () => clockMs, chats: { maxUserBytes: 60_000 } });
  await stockCameras(app, 5, 1);
  await stockCameras(app, 5, 2);
  [alice, bob, sam] = await Promise.all([
    openChatClient(app, 'alice'),
    openChatClient(app, 'bob'),
    openChatClient(app, 'sam'),
  ]);
  for (const [buyer, productId] of [
    [alice, 1],
    [alice, 2],
    [bob, 1],
  ] as const) {
    await buyer.call('POST', '/api/chats', { productId, buyerGoogleId: buyer.sub });
  }
});
afterEach(() => app.stop());

const draw = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: 79, g: 127, b: 0 } } });

const upload = (client: ChatClient, files: readonly TestFile[], key?: string, chatId = CHAT) =>
  uploadPhotos(app, client, chatId, files, key);

const uploadOne = async (client: ChatClient, key?: string, chatId = CHAT): Promise<string> => {
  const { body } = await upload(client, [{ bytes: await draw().jpeg().toBuffer() }], key, chatId);
  return String(body['filePath']);
};

/** Lists the file names of all stored chat photos. */
async function listFiles(): Promise<string[]> {
  return (await listImageFilesOf(app, 'ChatPhotos')).map((path) => basename(path));
}

const listRows = () =>
  app.context.database.reader.selectFrom('chat_photo').select(['id', 'state', 'message_seq']).orderBy('id').execute();

describe('an uploaded photo', () => {
  it('is served to the members of its chat as WebP without metadata', async () => {
    const bytes = await draw(60, 30)
      .withExif({ IFD0: { Copyright: 'Alice, Lime Street 1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { status, body } = await upload(alice, [{ bytes }], 'photo-1');
    expect([status, body]).toEqual([200, { filePath: `/api/chats/${CHAT}/images/photo-1.webp` }]);
    const reply = await sam.call('GET', String(body['filePath']));
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    const { format, width, height, exif, orientation } = await sharp(reply.body).metadata();
    expect({ format, width, height, exif, orientation }).toEqual({ format: 'webp', width: 30, height: 60 });
    const again = await send(app.url, String(body['filePath']), {
      headers: { ...sam.headers, 'if-none-match': String(reply.headers.etag) },
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('[MSG5] does not exist for other users or among public images', async () => {
    const path = await uploadOne(alice, 'photo-1');
    expect(json(await bob.call('GET', path))['code']).toBe('not-found');
    expect(json(await send(app.url, path))['code']).toBe('unauthorized');
    const blob = `ChatPhotos/${CHAT}/pphoto-1.webp`;
    expect(await app.context.blobs.find(blob)).toBeDefined();
    for (const address of [
      `/images/${blob}`,
      `/images/AYZProducts/../${blob}`,
      `/images/%43hatPhotos/${CHAT}/1.webp`,
    ]) {
      expect([address, (await send(app.url, address)).status]).toEqual([address, 404]);
    }
    for (const name of ['nope.webp', 'photo-1.png', '..%2f..%2fhexlime.sqlite', 'photo-1.webp%00']) {
      const reply = await alice.call('GET', `/api/chats/${CHAT}/images/${name}`);
      expect([name, reply.status]).toEqual([name, 404]);
    }
  });

  it('is stored once per key, and another user cannot replace it', async () => {
    const bytes = await draw().png().toBuffer();
    const replies = await Promise.all([1, 2, 3].map(() => upload(alice, [{ bytes }], 'photo-1')));
    expect(new Set(replies.map(({ body }) => body['filePath'])).size).toBe(1);
    expect(await listRows()).toEqual([{ id: 'photo-1', state: 'stored', message_seq: null }]);
    expect((await upload(sam, [{ bytes }], 'photo-1')).body['code']).toBe('idempotency-conflict');
    expect((await upload(alice, [{ bytes }], 'photo 1/..')).body['code']).toBe('bad-request');
    expect(await listFiles()).toEqual(['pphoto-1.webp']);
  });

  it('starts its buyer’s chat if it is missing, as after a restored backup', async () => {
    await stockCameras(app, 5, 3);
    const chatId = chatIdOf(alice.sub, 3);
    const filePath = await uploadOne(alice, 'photo-1', chatId);
    expect(await alice.push(messageOf(chatId, '', [filePath]))).toMatchObject([{ outcome: 'applied' }]);
    await sam.pull();
    expect(sam.chats.get(chatId)).toMatchObject({ buyer_google_id: alice.sub, last_seq: 1 });
  });

  it('may have any id as its key', async () => {
    for (const key of ['-', '_x', '0', 'a'.repeat(64)]) {
      const path = await uploadOne(alice, key);
      expect((await alice.call('GET', path)).status).toBe(200);
    }
  });

  it('gets a generated id if it has no key', async () => {
    const [one, two] = [await uploadOne(alice), await uploadOne(alice)];
    expect(one).not.toBe(two);
  });
});

describe('endless uploads', () => {
  it('of one user do not block uploads of others', async () => {
    const { hostname, port } = new URL(app.url);
    const slow = Array.from({ length: 16 }, () =>
      request({
        hostname,
        port,
        method: 'POST',
        path: `/api/chats/${CHAT}/upload`,
        headers: { ...alice.headers, 'content-type': 'multipart/form-data; boundary=x' },
      }),
    );
    const answers: (number | undefined)[] = [];
    for (const call of slow) {
      call.on('response', ({ statusCode }) => answers.push(statusCode)).on('error', () => undefined);
      call.write('--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n');
    }
    await expect.poll(() => answers).toEqual(Array.from({ length: 12 }, () => 429));
    expect(await uploadOne(bob, 'pic', BOBS_CHAT)).toBe(`/api/chats/${BOBS_CHAT}/images/pic.webp`);
    for (const call of slow) call.destroy();
    await expect.poll(() => uploadOne(alice, 'mine')).toBe(`/api/chats/${CHAT}/images/mine.webp`);
  });
});

describe('an invalid photo', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

  const INVALID: readonly (readonly [string, string, () => Promise<readonly TestFile[]> | readonly TestFile[]])[] = [
    ['an SVG', 'unsupported-media-type', () => [{ bytes: svg, name: 'a.svg', type: 'image/svg+xml' }]],
    ['an SVG under another name', 'unsupported-media-type', () => [{ bytes: svg }]],
    ['HTML', 'unsupported-media-type', () => [{ bytes: Buffer.from('<!doctype html><script>1</script>') }]],
    ['a GIF', 'unsupported-media-type', async () => [{ bytes: await draw().gif().toBuffer() }]],
    ['no bytes', 'unsupported-media-type', () => [{ bytes: Buffer.alloc(0) }]],
    [
      'half an image',
      'unsupported-media-type',
      async () => [{ bytes: (await draw(200, 200).jpeg().toBuffer()).subarray(0, 300) }],
    ],
    [
      'the first bytes of an image',
      'unsupported-media-type',
      () => [{ bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(5_000)]) }],
    ],
    ['9 MB', 'too-large', () => [{ bytes: Buffer.alloc(9_000_000, 0xff) }]],
    ['8 MiB and a byte', 'too-large', () => [{ bytes: Buffer.alloc(8_388_609, 0xff) }]],
    [
      'two files',
      'bad-request',
      async () => [{ bytes: await draw().jpeg().toBuffer() }, { bytes: Buffer.from('more') }],
    ],
    ['none', 'bad-request', () => []],
    ['another field', 'bad-request', async () => [{ bytes: await draw().jpeg().toBuffer(), field: 'file' }]],
  ];

  it('is rejected with its reason, and nothing of it is stored', async () => {
    for (const [name, code, files] of INVALID)
      expect([name, (await upload(alice, await files())).body['code']]).toEqual([name, code]);
    expect([await listRows(), await listFiles()]).toEqual([[], []]);
  });

  it('is rejected in another or malformed media type, and the server keeps working', async () => {
    const post = (type: string, body: string) =>
      send(app.url, `/api/chats/${CHAT}/upload`, {
        method: 'POST',
        headers: { ...alice.headers, 'content-type': type },
        body,
      });
    expect(json(await post('application/json', '{}'))['code']).toBe('unsupported-media-type');
    expect(json(await post('multipart/form-data', 'x'))['code']).toBe('bad-request');
    expect(json(await post('multipart/form-data; boundary=b', '--b\r\nhalf'))['code']).toBe('bad-request');
    expect(json(await post('multipart/form-data; boundary=b', '--b\r\n\r\n\r\n--b--'))['code']).toBe('bad-request');
    expect(await uploadOne(alice, 'after')).toContain('after');
  });

  it('of a user who is no member is rejected', async () => {
    const file = { bytes: await draw().jpeg().toBuffer() };
    expect((await upload(bob, [file])).body['code']).toBe('not-found');
    expect((await upload(alice, [file], 'p', chatIdOf('demo-alice', 9))).body['code']).toBe('not-found');
    expect((await uploadPhotos(app, { headers: {} }, CHAT, [file])).body['code']).toBe('unauthorized');
    expect(await listFiles()).toEqual([]);
  });

  it('over its sender’s storage limit is rejected', async () => {
    const noise = () =>
      sharp(randomBytes(120 * 120 * 3), { raw: { width: 120, height: 120, channels: 3 } })
        .png()
        .toBuffer();
    const codes = [];
    for (let count = 0; count < 12; count += 1)
      codes.push((await upload(alice, [{ bytes: await noise() }])).body['code']);
    expect(codes[0]).toBeUndefined();
    expect(codes.at(-1)).toBe('no-room-for-photos');
    expect((await listFiles()).length).toBe((await listRows()).length);
    expect((await upload(sam, [{ bytes: await noise() }])).status).toBe(200);
  });
});

describe('a message with photos', () => {
  it('keeps their order, and the chat shows how many its last message has', async () => {
    const [one, two] = [await uploadOne(alice, 'one'), await uploadOne(alice, 'two')];
    await alice.push(messageOf(CHAT, '', [two, one]));
    await sam.pull();
    expect(sam.messages.get(CHAT)?.get(1)?.images).toEqual([two, one]);
    expect(sam.chats.get(CHAT)).toMatchObject({ last_message: '', last_message_photos: 2, unread_count: 1 });
    expect(await listRows()).toEqual([
      { id: 'one', state: 'stored', message_seq: 1 },
      { id: 'two', state: 'stored', message_seq: 1 },
    ]);
  });

  it('can use only photos that its sender has uploaded to this chat', async () => {
    const [own, sams, elsewhere, bobs] = [
      await uploadOne(alice, 'own'),
      await uploadOne(sam, 'sams'),
      await uploadOne(alice, 'elsewhere', OTHER_CHAT),
      await uploadOne(bob, 'bobs', BOBS_CHAT),
    ];
    const results = await alice.push(
      messageOf(CHAT, 'x', [own, sams]),
      messageOf(CHAT, 'x', [elsewhere]),
      messageOf(CHAT, 'x', [elsewhere.replace(OTHER_CHAT, CHAT)]),
      messageOf(CHAT, 'x', [bobs]),
      messageOf(CHAT, 'x', Array(6).fill(own) as string[]),
      messageOf(CHAT, 'x', ['https://evil.example/a.webp']),
    );
    expect(results.map((result) => 'code' in result && result.code)).toEqual([
      'photo-missing',
      'photo-missing',
      'photo-missing',
      'photo-missing',
      'bad-request',
      'bad-request',
    ]);
    expect((await listRows()).every(({ message_seq }) => message_seq === null)).toBe(true);
    await sam.pull();
    expect(sam.chats.get(CHAT)?.last_seq).toBe(0);
  });
});

describe('photos without a message', () => {
  const purge = () => {
    const { database, write, blobs } = app.context;
    return createPurgePhotosJob({ database, write, blobs, now: () => clockMs }).run();
  };

  it('are deleted after a month with their files, while photos of messages stay', async () => {
    await alice.push(messageOf(CHAT, 'Look', [await uploadOne(alice, 'sent')]));
    const path = await uploadOne(alice, 'kept');
    clockMs += 29 * DAY_MS;
    await purge();
    expect((await listRows()).length).toBe(2);
    clockMs += 2 * DAY_MS;
    await purge();
    expect((await listRows()).map(({ id }) => id)).toEqual(['sent']);
    expect(await listFiles()).toEqual(['psent.webp']);
    // The session has expired as well.
    const back = await openChatClient(app, 'alice');
    const [result] = await back.push(messageOf(CHAT, 'Late', [path]));
    expect(result).toMatchObject({ outcome: 'rejected', code: 'photo-missing' });
    expect(await uploadOne(back, 'kept')).toBe(path);
  });

  it('cannot be used by a message once they are discarded', async () => {
    const path = await uploadOne(alice, 'going');
    await app.context.database.writer.updateTable('chat_photo').set({ state: 'going' }).execute();
    const [result] = await alice.push(messageOf(CHAT, 'x', [path]));
    expect(result).toMatchObject({ code: 'photo-missing' });
    const { body } = await upload(alice, [{ bytes: await draw().jpeg().toBuffer() }], 'going');
    expect(body['code']).toBe('in-progress');
    await purge();
    expect([await listRows(), await listFiles()]).toEqual([[], []]);
  });

  it('can be uploaded again after an interrupted upload, whose remains are deleted', async () => {
    const { database, write, blobs } = app.context;
    let isFull = true;
    const photos = createPhotos({
      database,
      write,
      blobs: {
        ...blobs,
        put: (...args) => (isFull ? Promise.reject(new Error('the disk is full')) : blobs.put(...args)),
      },
      now: () => clockMs,
    });
    const photo = { chatId: CHAT, sub: alice.sub, bytes: await draw().jpeg().toBuffer(), life: new CallerLife() };
    await expect(photos.store({ ...photo, id: 'one' })).rejects.toThrow('full');
    await expect(photos.store({ ...photo, id: 'two' })).rejects.toThrow('full');
    expect((await listRows()).map(({ state }) => state)).toEqual(['coming', 'coming']);
    expect(await photos.find(CHAT, 'one')).toBeUndefined();
    isFull = false;
    await photos.store({ ...photo, id: 'one' });
    clockMs += DAY_MS;
    await purge();
    expect(await listRows()).toEqual([{ id: 'one', state: 'stored', message_seq: null }]);
    expect(await listFiles()).toEqual(['pone.webp']);
  });
});
