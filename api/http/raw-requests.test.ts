import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPageApp } from '../testing/apps/page-app.ts';
import type { PageApp } from '../testing/apps/page-app.ts';
import { send } from '../testing/clients/send.ts';

let app: PageApp;

beforeAll(async () => {
  app = await startPageApp();
});
afterAll(() => app.stop());

/** Sends raw bytes; returns all that is received until the connection closes, or is silent for two seconds. */
function exchange(request: string): Promise<string> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.end(request, 'latin1'));
    let heard = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => (heard += text));
    socket.on('error', () => resolve(heard));
    socket.on('close', () => resolve(heard));
    socket.setTimeout(2_000, () => socket.destroy());
  });
}

const HOST = 'Host: localhost\r\n';

describe('bytes that are not a request', () => {
  it.each([
    ['a line that is none', 'hello\r\n\r\n', 400],
    ['another protocol', `GET / HTTP/9.9\r\n${HOST}\r\n`, 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two lengths', `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    [
      'a length and chunks',
      `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['two hosts', `GET /healthz HTTP/1.1\r\n${HOST}Host: evil.example\r\n\r\n`, 400],
    ['the same host twice', `GET /healthz HTTP/1.1\r\n${HOST}${HOST}\r\n`, 400],
    ['an empty host', 'GET /healthz HTTP/1.1\r\nHost:\r\n\r\n', 400],
    ['a port alone as host', 'GET /healthz HTTP/1.1\r\nHost: :80\r\n\r\n', 400],
    ['a host with a path', 'GET /healthz HTTP/1.1\r\nHost: localhost/store\r\n\r\n', 400],
    ['a host with a user', 'GET /healthz HTTP/1.1\r\nHost: ada@localhost\r\n\r\n', 400],
    ['a list of hosts', 'GET /healthz HTTP/1.1\r\nHost: localhost, evil.example\r\n\r\n', 400],
    ['a port that is none', 'GET /healthz HTTP/1.1\r\nHost: localhost:99999\r\n\r\n', 400],
    ['two hosts for the page', `GET / HTTP/1.1\r\n${HOST}hOST: evil.example\r\n\r\n`, 400],
    ['two hosts for a file', `GET /assets/a.js HTTP/1.1\r\n${HOST}Host: evil.example\r\n\r\n`, 400],
    ['two tokens', `GET /api/me HTTP/1.1\r\n${HOST}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`, 400],
    [
      'two types of a body',
      `POST /api/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`,
      400,
    ],
    [
      'two hosts of a socket',
      `GET /realtime HTTP/1.1\r\n${HOST}Host: evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
      400,
    ],
    [
      'the same length twice',
      `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`,
      400,
    ],
    ['a length that is no number', `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 2, 2\r\n\r\n{}`, 400],
    ['a length below zero', `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`, 400],
    [
      'another coding around chunks',
      `POST /api/login HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['a folded header', `GET /healthz HTTP/1.1\r\n${HOST}X-A: a\r\n Host: evil.example\r\n\r\n`, 400],
    ['chunks that are none', `POST /api/login HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    ['a NUL in a path', `GET /\u0000 HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['a NUL in a header', `GET / HTTP/1.1\r\n${HOST}X-A: \u0000\r\n\r\n`, 400],
    ['a header with a space before its colon', `GET / HTTP/1.1\r\n${HOST}Cookie : sid=1\r\n\r\n`, 400],
    ['more headers than may come', `GET / HTTP/1.1\r\n${HOST}X-A: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['an unknown expectation', `GET / HTTP/1.1\r\n${HOST}Expect: nothing\r\nConnection: close\r\n\r\n`, 417],
    ['a tunnel', `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`, undefined],
  ])('%s: the connection ends, and the server stays usable', async (_what, request, status) => {
    const [line = ''] = (await exchange(request)).split('\r\n', 1);
    if (status === undefined) expect(line).toBe('');
    else expect(line).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect((await send(app.url, '/healthz')).status).toBe(200);
  });
});

it.each([
  'localhost',
  'LOCALHOST:3000',
  '127.0.0.1:80',
  '[::1]:3000',
  'shop_1.example.',
  'xn--caf-dma.example',
  'localhost:',
])('the host %s is valid', async (host) => {
  const heard = await exchange(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(heard).toMatch(/^HTTP\/1\.1 200 /);
});

describe('a path that points outside of the page', () => {
  it.each([
    '/../../etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..\\..\\etc\\passwd',
    '/..%5c..%5cetc%5cpasswd',
    '/assets/../../package.json',
    '/assets/..%2f..%2fserver%2ffirst-screen.js',
    '/assets/%2e%2e/server/first-screen.js',
    '/assets//etc/passwd',
    '/assets/\u0000',
    '/assets/%00',
    '//etc/passwd',
    '//evil.example/',
    '/./healthz',
    '/images/../hexlime.sqlite',
    '/images/..%2fhexlime.sqlite',
    '/images/PCProducts/1/..%2f..%2f..%2fhexlime.sqlite',
    '/images/PCProducts/1/%2e%2e/%2e%2e/1.webp',
    '/images/PCProducts/1/1.webp%00.png',
    '/images/PCProducts/1/1.webp/..',
    '/images/PCProducts/__proto__/1.webp',
    '/images/__proto__/1/1.webp',
    '/images/editor/..%2f1.webp',
    '/api/images/PCProducts/1/..%5c1.webp',
    '/api/../healthz',
    '/api/%2e%2e/healthz',
    '/api//products',
    '/.git/config',
    '/.env',
    '/api/.env',
    'http://evil.example/api/products',
  ])('%s gives nothing but a page or a rejection', async (path) => {
    const line = `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
    const [head = '', body = ''] = (await exchange(line)).split('\r\n\r\n', 2);
    expect(head).toMatch(/^HTTP\/1\.1 (?:200|400|404) /);
    expect(body).not.toMatch(/root:|SQLite|"dependencies"|\[core\]|render\b.*function/);
    if (!head.startsWith('HTTP/1.1 400 ')) {
      expect(head).toMatch(/content-type: (?:text\/html|application\/problem\+json)/i);
    }
    // The reply does not redirect to another site.
    expect(head).not.toMatch(/^location:/im);
  });
});
