import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { ERRORS } from '#contract/http/error-codes.ts';
import { NGINX_MISSING, startNginx } from './nginx.ts';

/**
 * Starts a server behind nginx with small limits. Calls stay open until a test answers them from `waiting`. Each call names its client's
 * address in a header, which nginx trusts here.
 */
async function startHeld(clients: number, everyone: number) {
  const waiting: ServerResponse[] = [];
  const server = createServer((_request, response) => void waiting.push(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const nginx = await startNginx(
    [`127.0.0.1:${(server.address() as AddressInfo).port}`],
    [
      ['server_tokens off;', 'server_tokens off; set_real_ip_from 127.0.0.1; real_ip_header X-Test-Address;'],
      ['limit_conn clients 512;', `limit_conn clients ${clients};`],
      ['limit_conn everyone 16000;', `limit_conn everyone ${everyone};`],
    ],
  );
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await nginx.stop();
  });
  const ask = (address: string, path = '/api/products?shop=pc'): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: nginx.securePort, path, rejectUnauthorized: false, agent: false };
      request({ ...options, headers: { 'x-test-address': address } }, resolve)
        .on('error', reject)
        .end();
    });
  return { ask, waiting };
}

it.skipIf(NGINX_MISSING !== undefined).each([
  ['an address', '192.0.2.1', '192.0.2.1', '192.0.2.2'],
  ['a network of IPv6', '2001:db8:0:10a::1', '2001:db8:0:10a:ffff::2', '2001:db8:0:a0a::1'],
])(
  'nginx rejects calls of %s above its limit as the server would, and serves other clients',
  async (_title, one, same, other) => {
    const { ask, waiting } = await startHeld(2, 100);
    const held = [ask(one), ask(one)];
    await expect.poll(() => waiting.length).toBe(2);
    for (const path of ['/api/products?shop=pc', '/realtime', '/api/create-purchase']) {
      const rejected = await ask(same, path);
      expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '2']);
      const { title } = ERRORS['too-many-requests'];
      expect(await json(rejected)).toMatchObject({ code: 'too-many-requests', title, status: 429, retryAfter: 2 });
    }
    held.push(ask(other));
    await expect.poll(() => waiting.length).toBe(3);
    for (const response of waiting) response.end();
    for (const reply of await Promise.all(held)) expect(reply.resume().statusCode).toBe(200);
  },
);

it.skipIf(NGINX_MISSING !== undefined)('nginx rejects calls above the limit of all clients together', async () => {
  const { ask, waiting } = await startHeld(100, 2);
  const held = [ask('192.0.2.1'), ask('192.0.2.2')];
  await expect.poll(() => waiting.length).toBe(2);
  expect((await ask('192.0.2.3')).resume().statusCode).toBe(429);
  for (const response of waiting) response.end();
  for (const reply of await Promise.all(held)) expect(reply.resume().statusCode).toBe(200);
});
