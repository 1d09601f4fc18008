import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { ERRORS } from '#contract/http/error-codes.ts';
import { ApiError } from '#contract/http/errors.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import { MAX_BUILD_NAME_LENGTH, MAX_BUILD_PARTS } from '#contract/limits.ts';
import { startPageApp } from '../testing/apps/page-app.ts';
import type { PageApp } from '../testing/apps/page-app.ts';
import { send } from '../testing/clients/send.ts';
import { sendProblem, toProblemReply } from './problem.ts';

/** The `Accept` header of browsers that open an address. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8' };

/** The longest link that shares a build: the most parts, each with a long shop and id, and the longest name in emoji. */
const LONGEST_BUILD = `/builds?parts=${Array.from({ length: MAX_BUILD_PARTS }, (_, at) => `default-${2_147_480_000 + at}x99`).join('.')}&name=${encodeURIComponent('🔥'.repeat(MAX_BUILD_NAME_LENGTH))}&free=1`;

let app: PageApp;
beforeAll(async () => {
  app = await startPageApp();
});
afterAll(() => app.stop());

it('[HTTP3] the longest link that shares a build opens the page', async () => {
  expect(LONGEST_BUILD.length).toBeGreaterThan(12_000);
  const reply = await send(app.url, LONGEST_BUILD, { headers: { ...BROWSER, cookie: `sid=${'a'.repeat(64)}` } });
  expect([reply.status, reply.body.toString()]).toEqual([200, '<!doctype html><title>Hexlime</title>']);
});

it('[HTTP3] an address of 16,384 characters opens the page, but a longer one does not', async () => {
  const addressOf = (length: number): string => `/pcshop?q=${'x'.repeat(length - 10)}`;
  expect((await send(app.url, addressOf(16_384), { headers: BROWSER })).status).toBe(200);
  expect((await send(app.url, addressOf(16_385), { headers: BROWSER })).status).toBe(414);
});

interface Navigation {
  readonly what: string;
  readonly path: string;
  readonly status: number;
  readonly method?: string;
  readonly body?: string;
}

/** Errors that a person can meet by opening an address or sending a form. */
const NAVIGATIONS: readonly Navigation[] = [
  { what: 'a link beyond the limit', path: `/builds?parts=${'1.'.repeat(9_000)}`, status: 414 },
  { what: 'a long address of a call', path: `/api/products?shop=${'x'.repeat(2_100)}`, status: 414 },
  { what: 'a long address of an image', path: `/images/${'x'.repeat(2_100)}`, status: 414 },
  { what: 'a malformed path', path: '/api/products/%E0%A4', status: 404 },
  { what: 'an unknown shop', path: '/api/products/1?shop=nope', status: 400 },
  { what: 'a malformed parameter', path: '/api/products/1?%ED%A0%80=1', status: 400 },
  { what: 'an unknown call', path: '/api/nothing', status: 404 },
  { what: 'an unknown file', path: '/photo.jpg', status: 404 },
  { what: 'an unknown script', path: '/assets/none.js', status: 404 },
  { what: 'a deleted image', path: '/images/PCProducts/99/1.webp', status: 404 },
  { what: 'an image by an unknown name', path: '/api/images/PCProducts/99/1.webp', status: 404 },
  { what: 'an unknown page of the demo', path: '/dev/nothing', status: 404 },
  { what: 'a photo without a login', path: '/api/chats/1-demo-alice/images/x.webp', status: 401 },
  { what: 'their data without a login', path: '/api/my-data', status: 401 },
  { what: 'orders without a token', path: '/api/admin-purchases', status: 401 },
  { what: 'the start screen by a form', path: '/', status: 405, method: 'POST' },
  { what: 'a shop by a form', path: '/pcshop', status: 405, method: 'POST' },
  { what: 'a call by another method', path: '/api/products', status: 405, method: 'PUT' },
  {
    what: 'a call with a body over the limit',
    path: '/api/login',
    status: 413,
    method: 'POST',
    body: JSON.stringify({ password: 'x'.repeat(100_000) }),
  },
];

it.each(NAVIGATIONS)(
  '[HTTP2] a browser that opens $what gets a page to read; a program gets a problem',
  async (navigation) => {
    const { path, status, method = 'GET', body } = navigation;
    const open = (accept: string) =>
      send(app.url, path, {
        method,
        headers: { accept, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body }),
      });
    const page = await open(BROWSER.accept);
    expect([page.status, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(page.body.toString()).toMatch(
      /^<!doctype html>\n<html lang="en">[^]*<h1>[^<]+<\/h1><p>[^<]+<\/p><a href="\/">/,
    );
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: 'accept, accept-language, cookie',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/) as string,
    });
    for (const accept of ['*/*', 'application/json', 'image/avif,image/webp,*/*']) {
      const problem = await open(accept);
      expect([problem.status, problem.headers['content-type']]).toEqual([status, 'application/problem+json']);
    }
  },
);

it('a browser that sends too many headers gets a page to read', async () => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  let heard = '';
  socket.setEncoding('latin1').on('data', (text: string) => (heard += text));
  socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nCookie: a=${'x'.repeat(40_000)}\r\n\r\n`);
  await once(socket, 'close');
  const [head = '', body] = heard.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 431 [^]*content-type: text\/html/i);
  expect(body).toContain('<h1>This address is too long</h1>');
});

it.each(['en', 'ru'])('[HTTP2] every error is a page in the language of its reader: %s', async (language) => {
  const log = pino({ level: 'silent' });
  const server = createServer((request, response) => {
    const code = request.url?.slice(1) as ErrorCode;
    sendProblem(response, toProblemReply(new ApiError(code, 'a < b', { retryAfterSeconds: 7 }), log));
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const [code, { status }] of Object.entries(ERRORS)) {
    const reply = await send(url, `/${code}`, { headers: { ...BROWSER, 'accept-language': language } });
    const html = reply.body.toString();
    expect([code, reply.status, reply.headers['retry-after']]).toEqual([code, status, '7']);
    expect(html).toContain(`<html lang="${language}">`);
    expect(/<h1>(.)/.exec(html)?.[1]).toMatch(language === 'ru' ? /[А-Я]/ : /[A-Z]/);
    expect(html.includes('7 sec') || html.includes('7 секунд')).toBe(status === 429 || status >= 500);
    expect(html).not.toContain('undefined');
  }
});
