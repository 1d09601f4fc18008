import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawTestImage, listImageFilesOf, signInImageClient } from '../testing/clients/image-client.ts';
import type { ImageClient } from '../testing/clients/image-client.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

/** Longer than a rejection takes on a busy machine. */
const TIMEOUT_MS = 2_500;
/** The number of forms that the server reads at a time. */
const READS = 6;

let app: TestApp;
let admin: ImageClient;
let sockets: Socket[] = [];

beforeEach(async () => {
  app = await startTestApp({ images: { uploadTimeoutMs: TIMEOUT_MS } });
  admin = await signInImageClient(app);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await app.stop();
});

interface SlowUpload {
  /** What the server has answered so far. */
  readonly heard: () => string;
  /** Resolves when the server closes the connection. */
  readonly closed: Promise<void>;
}

/** Begins an upload and sends a byte now and then. */
function trickle(path: string, field: string): SlowUpload {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  socket.on('data', (part: Buffer) => (heard += part.toString()));
  socket.on('error', () => undefined);
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      'host: x',
      `authorization: ${admin.headers['authorization']}`,
      'content-type: multipart/form-data; boundary=b',
      'content-length: 1000000',
      '',
      '--b',
      `content-disposition: form-data; name="${field}"; filename="1.webp"`,
      '',
      '',
    ].join('\r\n'),
  );
  const timer = setInterval(() => socket.write('x'), 50);
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
  return { heard: () => heard, closed };
}

it('[fault 62] an upload that trickles in is cut off and leaves nothing', async () => {
  const bytes = await drawTestImage('red');
  const slow = [
    ...Array.from({ length: READS + 1 }, () => trickle('/api/upload-images', 'images')),
    trickle('/api/tiptap-upload-image/pc/1', 'image'),
  ];
  // One more than there are slots: once one of them is rejected, the others occupy every slot, but not for long.
  await expect.poll(() => slow.filter(({ heard }) => heard().includes('too-many-requests')).length).toBe(1);
  expect((await admin.upload('pc', 1, [{ bytes }], 'one')).code).toBe('too-many-requests');
  await Promise.all(slow.map(({ closed }) => closed));
  expect((await admin.upload('pc', 1, [{ bytes }], 'one')).status).toBe(200);
  const rows = await app.context.database.reader.selectFrom('product_picture').select(['id', 'state']).execute();
  expect(rows).toEqual([{ id: 'one', state: 'staged' }]);
  const files = await listImageFilesOf(app, 'Pictures', 'Editor');
  expect(files.every((path) => path.startsWith('Pictures/pone/'))).toBe(true);
});
