import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Access } from '#contract/http/endpoint.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import { send } from '../testing/clients/send.ts';
import { signIn, signInAdmin } from '../testing/clients/sign-in.ts';
import { ENDPOINTS } from '../testing/hostile/every-call.ts';

/** Far too deep for the stack of a parser that calls itself for each level. */
const DEPTH = 8_000;
const arrays = (depth = DEPTH): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth = DEPTH): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

let app: TestApp;
let headers: Readonly<Record<Access, Readonly<Record<string, string>>>>;

beforeAll(async () => {
  app = await startTestApp();
  headers = { admin: await signInAdmin(app), user: (await signIn(app, 'alice')).headers, visitor: {} };
});
afterAll(() => app.stop());

const CALLS_WITH_JSON = [...ENDPOINTS].filter(([, { body, method }]) => body !== undefined && method !== 'GET');

describe('a body that is nested too deeply is rejected with a problem', () => {
  it.each(CALLS_WITH_JSON)('%s', async (_name, { method, path, access }) => {
    const filled = path.replace('{shop}', 'pc').replaceAll(/\{\w+\}/g, '1');
    for (const body of [arrays(), objects(), `{"id":${arrays()}}`, `{"other":[${objects()}]}`]) {
      const reply = await send(app.url, filled, {
        method,
        headers: { 'content-type': 'application/json', ...headers[access] },
        body,
      });
      expect([400, 413]).toContain(reply.status);
      expect(reply.headers['content-type']).toBe('application/problem+json');
    }
  });
});

describe('a frame that is nested too deeply', () => {
  it('is answered as not valid, and the socket stays usable', async () => {
    const socket = await openEventSocket(app.url, {});
    // As deep as fits into a frame.
    for (const nested of [arrays(3_000), objects(1_000)]) {
      socket.socket.send(`{"event":"ping","id":7,"data":${nested}}`);
      await expect.poll(() => socket.received.at(-1)).toMatchObject({ ack: 7, error: { code: 'bad-request' } });
      socket.received.length = 0;
      await socket.settle();
    }
    socket.socket.terminate();
  });
});
