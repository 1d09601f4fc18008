import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import express from 'express';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { visitorEndpoint } from '#contract/http/endpoint.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';
import { createErrorHandler } from './error-handler.ts';
import { bindRoutes, route } from './route.ts';

const endpointOf = (path: `/${string}`) =>
  visitorEndpoint(`POST ${path}`, {
    summary: 'A call of a test',
    body: z.object({ text: z.string() }),
    reply: z.object({ text: z.string() }),
  });

let server: Server;

beforeEach(async () => {
  const app = express();
  const echo = (path: `/${string}`) => route(endpointOf(path), ({ body }) => body);
  bindRoutes(
    app,
    [
      { ...echo('/quick'), bodyTimeoutMs: 150 },
      { ...echo('/long'), bodyTimeoutMs: 5_000 },
    ],
    { take: () => undefined },
    { admit: () => Promise.resolve({ user: undefined, administrator: undefined }) },
  );
  app.use(createErrorHandler(pino({ level: 'silent' }), () => undefined));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

/** Sends a body in two parts with a pause between them; returns the status, or the error of the connection. */
function sendSlowly(path: string, pauseMs: number): Promise<number | string> {
  const { port } = server.address() as AddressInfo;
  const body = JSON.stringify({ text: 'hello' });
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    const outgoing = httpRequest({ port, path, method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    outgoing.on('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    outgoing.write(body.slice(0, 5));
    void delay(pauseMs).then(() => outgoing.end(body.slice(5)));
  });
}

it('a body that arrives too slowly is cut off after the time limit of its call', async () => {
  expect(await sendSlowly('/quick', 10)).toBe(200);
  expect(await sendSlowly('/quick', 600)).toBe('ECONNRESET');
  expect(await sendSlowly('/long', 600)).toBe(200);
});

it.each([
  ['of this version', String(PROTOCOL_VERSION), 200],
  ['of an older version', '0', 200],
  ['that says no version', undefined, 200],
  ['that says something else', 'latest', 200],
  ['of a newer version', String(PROTOCOL_VERSION + 1), 503],
])('[fault 53] a write of a client %s is answered: %s → %i', async (_, version, status) => {
  const { port } = server.address() as AddressInfo;
  const reply = await fetch(`http://127.0.0.1:${port}/quick`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(version !== undefined && { [PROTOCOL_HEADER]: version }) },
    body: '{"text":"hello"}',
  });
  expect(reply.status).toBe(status);
});
