import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { isOwnOrigin, isOwnWrite } from './own-origin.ts';

const HTTPS = 'https://shop.example';
const PLAIN = 'http://shop.example';

const requestOf = (host: string, origin: string) =>
  ({ headers: { host, origin } }) as unknown as Pick<IncomingMessage, 'headers'> as IncomingMessage;

it.each<readonly [publicUrl: string | undefined, host: string, origin: string, isOwn: boolean]>([
  [HTTPS, 'shop.example', 'https://shop.example', true],
  [HTTPS, 'shop.example', 'http://shop.example', false],
  [HTTPS, 'shop.example:443', 'http://shop.example:443', false],
  [HTTPS, 'SHOP.example', 'http://SHOP.example', false],
  [HTTPS, '10.0.0.7:3000', 'http://10.0.0.7:3000', false],
  [HTTPS, 'inner.example', 'https://inner.example', true],
  [HTTPS, 'localhost:3000', 'http://localhost:3000', true],
  [HTTPS, '127.0.0.1:3000', 'http://127.0.0.1:3000', true],
  [HTTPS, '[::1]:3000', 'http://[::1]:3000', true],
  [HTTPS, 'localhost:3000', 'http://localhost:4000', false],
  [HTTPS, 'localhost.evil.example', 'http://localhost.evil.example', false],
  [HTTPS, 'shop.example', 'https://shop.example.evil.example', false],
  [HTTPS, 'shop.example', 'null', false],
  [PLAIN, 'shop.example', 'http://shop.example', true],
  [undefined, '192.168.0.2:3000', 'http://192.168.0.2:3000', true],
  [undefined, 'shop.example', 'http://evil.example', false],
])('with the address %s, a request to host %s from origin %s is our own: %s', (publicUrl, host, origin, isOwn) => {
  const request = requestOf(host, origin);
  expect(isOwnOrigin(request, publicUrl)).toBe(isOwn);
  expect(isOwnWrite(request, publicUrl)).toBe(isOwn);
});
