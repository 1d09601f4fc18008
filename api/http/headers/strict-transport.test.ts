import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHARE_PATH } from '#contract/service-worker/share-target.ts';
import { startPageApp } from '../../testing/apps/page-app.ts';
import type { PageApp } from '../../testing/apps/page-app.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { rejectConnection } from './strict-transport.ts';

const HOST = 'Host: shop.example\r\n';
const CLOSE = 'Connection: close\r\n';
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
const SOCKET = `${UPGRADE}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n`;
const OWN = 'Origin: https://shop.example\r\n';

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\n${HOST}${CLOSE}${headers}\r\n`;

/** Every way in which the server replies. */
const REQUESTS: readonly (readonly [what: string, status: number, request: string])[] = [
  ['a page', 200, get('/')],
  ['the administration', 200, get('/orders')],
  ['a page that does not exist', 404, get('/nowhere')],
  ['a script', 200, get('/assets/index-abc123.js')],
  ['an asset that does not exist', 404, get('/assets/none-1.js')],
  ['the service worker', 200, get('/service-worker.js')],
  ['an image', 200, get('/images/PCProducts/1/1.webp')],
  ['a read from the cache', 200, get('/api/categories?shop=pc')],
  ['a call', 200, get('/api/session/sign-in')],
  ['a rejected call', 401, get('/api/session')],
  ['a call that does not exist', 404, get('/api/none')],
  ['a method that does not exist', 405, `PUT /api/products HTTP/1.1\r\n${HOST}${CLOSE}\r\n`],
  ['an empty reply', 204, `POST /api/products/1/view?shop=pc HTTP/1.1\r\n${HOST}${CLOSE}Content-Length: 0\r\n\r\n`],
  ['a redirection', 303, `POST ${SHARE_PATH} HTTP/1.1\r\n${HOST}${CLOSE}Content-Length: 0\r\n\r\n`],
  ['an address that is too long', 414, get(`/${'x'.repeat(17_000)}`)],
  ['a probe', 200, get('/healthz')],
  ['a line that is no request', 400, 'hello\r\n\r\n'],
  ['a request without a host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ['two lengths', 400, `POST / HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ['too many headers', 431, `GET / HTTP/1.1\r\n${HOST}X-A: ${'x'.repeat(40_000)}\r\n\r\n`],
  ['an unknown expectation', 417, get('/', 'Expect: nothing\r\n')],
  ['a socket', 101, `GET /realtime HTTP/1.1\r\n${HOST}${OWN}${SOCKET}\r\n`],
  ['a socket of another site', 403, `GET /realtime HTTP/1.1\r\n${HOST}Origin: https://evil.example\r\n${SOCKET}\r\n`],
  ['a socket elsewhere', 404, `GET /none HTTP/1.1\r\n${HOST}${OWN}${SOCKET}\r\n`],
  ['a socket with a wrong handshake', 400, `GET /realtime HTTP/1.1\r\n${HOST}${OWN}${UPGRADE}\r\n`],
];

let page: PageApp;
let secure: TestApp;
beforeAll(async () => {
  page = await startPageApp();
  const { dataDir } = page.context.config;
  secure = await startTestApp({ dataDir, env: { PUBLIC_URL: 'https://shop.example', PAGE_DIR: page.pageDir } });
});
afterAll(async () => {
  await secure.stop();
  await page.stop();
});

/** Sends raw bytes; returns the head of the first reply. */
function exchange(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request, 'latin1'));
    let heard = '';
    const end = (): void => {
      socket.destroy();
      resolve(heard.split('\r\n\r\n', 1)[0] ?? '');
    };
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      heard += text;
      if (heard.includes('\r\n\r\n')) end();
    });
    socket.on('error', reject);
    socket.on('close', end);
    socket.setTimeout(5_000, end);
  });
}

describe('[HTTP1] strict transport security', () => {
  it.each(REQUESTS)('is sent once with %s (%i) where the public address is https', async (_what, status, request) => {
    const head = await exchange(secure.url, request);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head.match(/^strict-transport-security: .*$/gim)?.map((line) => line.toLowerCase())).toEqual([
      'strict-transport-security: max-age=31536000; includesubdomains',
    ]);
  });

  it.each(REQUESTS)(
    'is not sent with %s (%i) without a public https address: browsers would be locked out',
    async (_what, _status, request) => {
      const head = await exchange(page.url, request.replace('https://shop.example', 'http://shop.example'));
      expect(head).toMatch(/^HTTP\/1\.1 /);
      expect(head).not.toMatch(/strict-transport/i);
    },
  );
});

it('[LINE2] a connection that is rejected with 503 gets Retry-After', async () => {
  const reject = (status: number): Promise<string> => {
    const stream = new PassThrough();
    rejectConnection(stream, status, false);
    return readText(stream);
  };
  expect(await reject(503)).toMatch(/^HTTP\/1\.1 503 .+\r\nRetry-After: 5\r\n/s);
  expect(await reject(404)).not.toContain('Retry-After');
});
