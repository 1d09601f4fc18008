import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemSchema } from '#contract/http/errors.ts';
import { startAliceWorld } from '../testing/apps/alice-world.ts';
import type { AliceWorld } from '../testing/apps/alice-world.ts';
import { ENDPOINTS } from '../testing/hostile/every-call.ts';
import { FUZZ_SEED, FUZZ_TIMEOUT, fuzz } from '../testing/hostile/fuzz.ts';
import { json, send } from '../testing/clients/send.ts';

let alice: AliceWorld;
beforeAll(async () => {
  alice = await startAliceWorld();
});
afterAll(() => alice.app.stop());

/** Characters that Node accepts in a path or a header. */
const pathText = fc.string({ unit: fc.constantFrom(...'abz019-_.~%&=?/\\:;,+!*()[]{}|^`"\'<>@$é'), maxLength: 40 });
const headerText = fc.string({ unit: fc.constantFrom(...'abz019-_.~%&=?/\\:;,+!*()[]{} "\'<>@$\té'), maxLength: 80 });
const octets = fc
  .uint8Array({ maxLength: 12 })
  .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
const shop = fc.constantFrom('pc', 'ayz', 'default', '__proto__', '');
const names = [
  'shop',
  'since',
  'views',
  'epoch',
  'limit',
  'page',
  'search',
  'sort',
  'after',
  'before',
  'cart',
  'transport',
  '__proto__',
];
const pair = fc.tuple(
  fc.constantFrom(...names),
  fc.oneof(pathText, octets, shop, fc.integer().map(String), fc.double().map(String)),
);
const query = fc
  .array(
    fc.oneof(
      pair.map(([name, value]) => `${name}=${value}`),
      pathText,
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join('&'));
const paths = [...ENDPOINTS.values()].filter(({ method }) => method === 'GET').map(({ path }) => path);
const segment = fc.oneof(
  fc.constantFrom('1', 'pc', 'ayz', 'demo-alice', '1-demo-alice', '1.webp', 'AYZProducts'),
  pathText,
  octets,
);
const filled = fc
  .tuple(
    fc.constantFrom(...paths, '/{a}', '/{a}/{b}', '/images/{a}/{b}/{c}', '/assets/{a}', '/api/{a}/{b}'),
    fc.array(segment, { minLength: 3, maxLength: 3 }),
  )
  .map(([path, segments]) => {
    let at = 0;
    return path.replaceAll(/\{\w+\}/g, () => segments[at++ % segments.length] ?? '');
  });
const header = fc.tuple(
  fc.constantFrom(
    'accept',
    'accept-encoding',
    'range',
    'if-none-match',
    'if-match',
    'if-modified-since',
    'cookie',
    'authorization',
    'idempotency-key',
    'x-forwarded-for',
    'origin',
    'sec-fetch-site',
    'content-type',
    'x-protocol',
  ),
  fc.oneof(
    headerText,
    fc.constantFrom('gzip;q=0', 'br, gzip', 'bytes=0-', 'bytes=-1', 'W/"a"', 'Bearer adm_b_x', 'sid=; sid=x', '*'),
  ),
);

describe('a random request', () => {
  it(`gets a reply or a problem, and changes nothing (seed ${FUZZ_SEED})`, FUZZ_TIMEOUT, async () => {
    const before = [await alice.readAlice(), await alice.countRows()];
    await fc.assert(
      fc.asyncProperty(filled, query, fc.array(header, { maxLength: 4 }), async (path, search, headers) => {
        // A path starts with exactly one slash.
        const url = `/${path.replace(/^\/+/, '')}${search === '' ? '' : `?${search}`}`.slice(0, 2_500);
        const reply = await send(alice.app.url, encodeLatin(url), {
          headers: {
            ...alice.headers,
            ...Object.fromEntries(headers.map(([name, value]) => [name, encodeLatin(value)])),
          },
        });
        // Node rejects invalid HTTP before any of our code runs.
        if (reply.status === 400 && reply.body.length === 0) return;
        // No page is built here: paths of the page get 503 and "not built".
        expect(reply.status === 503 ? reply.body.toString() : '').toMatch(/^$|not built/);
        // 429: a user's downloads of their data have a rate limit of their own.
        expect([200, 204, 206, 304, 400, 401, 403, 404, 405, 412, 414, 429, 503]).toContain(reply.status);
        expect(reply.headers['x-content-type-options']).toBe('nosniff');
        if (String(reply.headers['content-type']).startsWith('application/problem')) {
          expect(problemSchema.safeParse(json(reply)).success).toBe(true);
          expect(reply.body.toString()).not.toMatch(/SQLITE|node_modules|\/tmp\/|\.ts:\d/);
        }
      }),
      fuzz(500),
    );
    expect([await alice.readAlice(), await alice.countRows()]).toEqual(before);
  });

  it(`with random JSON as its body has no unwanted effect (seed ${FUZZ_SEED})`, FUZZ_TIMEOUT, async () => {
    const before = [await alice.readAlice(), await alice.countRows()];
    const writes = [...ENDPOINTS.values()].filter(({ body, access }) => body && access !== 'visitor');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...writes),
        fc.oneof(fc.json(), fc.string({ unit: 'binary' })),
        async (endpoint, body) => {
          const path = endpoint.path.replaceAll(/\{\w+\}/g, '1');
          const reply = await send(alice.app.url, path, {
            method: endpoint.method,
            headers: { ...alice.headers, 'content-type': 'application/json' },
            body,
          });
          expect([400, 401, 403, 404, 413]).toContain(reply.status);
        },
      ),
      fuzz(200),
    );
    expect([await alice.readAlice(), await alice.countRows()]).toEqual(before);
  });
});

/** Replaces characters that Node, which writes paths and headers in Latin-1, cannot send. */
const encodeLatin = (text: string): string => text.replaceAll(/[^\u0021-\u00ff\t ]/g, '?');
