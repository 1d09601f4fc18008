import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createHttpServer, DEFAULT_CONNECTION_LIMITS } from './http-server.ts';

async function listen(listener: RequestListener): Promise<string> {
  const server = createHttpServer(listener, {
    limits: DEFAULT_CONNECTION_LIMITS,
    requestTimeoutMs: 10_000,
    trustedProxies: 0,
    isDraining: () => false,
    isHttps: false,
    log: pino({ level: 'silent' }),
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('a listener can read the body of a request', async () => {
  const url = await listen(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    response.end(text);
  });
  expect(await (await fetch(url, { method: 'POST', body: 'words' })).text()).toBe('words');
});

it('the stream of a request without a body is closed from the beginning', async () => {
  const url = await listen((request, response) => void response.end(String(request.closed)));
  for (const method of ['GET', 'DELETE']) expect(await (await fetch(url, { method })).text()).toBe('true');
  expect(await (await fetch(url, { method: 'POST', body: 'words' })).text()).toBe('false');
});
