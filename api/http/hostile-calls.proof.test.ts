import { afterAll, beforeAll, expect, it } from 'vitest';
import { problemSchema } from '#contract/http/errors.ts';
import { encodeRequest } from '#contract/http/codec.ts';
import { startAliceWorld } from '../testing/apps/alice-world.ts';
import type { AliceWorld } from '../testing/apps/alice-world.ts';
import { CALLS, ENDPOINTS, PASSWORD } from '../testing/hostile/every-call.ts';
import { HOSTILE_HEADERS, listOddCalls, listRejectedCalls } from '../testing/hostile/hostile-calls.ts';
import type { HostileCall } from '../testing/hostile/hostile-calls.ts';
import { json, send } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import type { Reply } from '../testing/clients/send.ts';

/** Members of bodies that accept any value, by call; `*`: the body may have additional members. */
const FREE: Readonly<Record<string, readonly string[]>> = {
  // A malformed token is invalid, not an error.
  verifyToken: ['*', 'token'],
  // A wrong operation is rejected in the reply, and does not affect others.
  pushOperations: ['user'],
};
/** What a reply must never contain: stack traces, queries and paths. */
const INSIDE = /SQLITE|sqlite|\bselect\b.*\bfrom\b|insert into|node_modules|\/tmp\/|\.ts:\d|\bat \w+ \(|ZodError/;
const AT_ONCE = 8;

let alice: AliceWorld;
let admin: { readonly authorization: string };

beforeAll(async () => {
  alice = await startAliceWorld();
  // Logs in with the password first, because its first use activates it and revokes all earlier tokens.
  const reply = await send(alice.app.url, '/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  });
  admin = { authorization: `Bearer ${String(json(reply)['token'])}` };
});
afterAll(() => alice.app.stop());

/** Describes what is wrong with a reply; undefined when it is right. */
function findFault({ statuses }: HostileCall, reply: Reply): string | undefined {
  const text = reply.body.toString();
  if (reply.status >= 500) return `${reply.status} ${text}`;
  if (reply.status < 400) return statuses ? `was taken with ${reply.status}` : undefined;
  if (INSIDE.test(text)) return `tells of the inside: ${text}`;
  if (reply.headers['content-type'] !== 'application/problem+json') return `is ${reply.headers['content-type']}`;
  if (!problemSchema.safeParse(json(reply)).success) return `is no problem: ${text}`;
  if (reply.headers['cache-control'] !== 'no-store') return 'may be kept by a cache';
  if (reply.status === 405 && !reply.headers.allow) return 'names no method';
  return statuses && !statuses.includes(reply.status) ? `is ${reply.status} ${String(json(reply)['code'])}` : undefined;
}

/** Sends all calls; returns those with a wrong reply. */
async function attack(
  calls: readonly HostileCall[],
  identity: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const waiting = calls.values();
  const work = async (): Promise<void> => {
    for (const call of waiting) {
      const { method, path, body } = call;
      const headers = { ...identity, ...call.headers };
      const reply = await send(alice.app.url, path, { method, headers, ...(body !== undefined && { body }) });
      const fault = findFault(call, reply);
      if (fault !== undefined) faults.push(`${method} ${path.slice(0, 120)} ${call.what}: ${fault.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return faults;
}

it.each([...ENDPOINTS])('%s rejects hostile input, which has no effect', async (name, endpoint) => {
  const makeInput = CALLS[name];
  if (!makeInput) return expect.fail(`${name} has no call`);
  // A new session, because an earlier call may have ended the others.
  const { headers: session } = await signIn(alice.app, 'alice');
  const identity = endpoint.access === 'admin' ? admin : session;
  const input = await makeInput(alice.world);
  const target = { endpoint, endpoints: ENDPOINTS.values(), input, free: new Set(FREE[name] ?? []) };
  const { method, url, headers, body } = encodeRequest(endpoint, input as Parameters<typeof encodeRequest>[1]);

  const before = [await alice.readAlice(), await alice.countRows()];
  expect(await attack(listRejectedCalls(target), identity)).toEqual([]);
  if (method !== 'GET') {
    // Another site makes Alice's browser send her cookie, by a script or a form.
    const fromElsewhere = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: alice.app.url },
    ].map((from): HostileCall => ({
      what: `from ${JSON.stringify(from)}`,
      method,
      path: url,
      headers: { ...headers, ...session, ...from } as Record<string, string>,
      ...(body !== undefined && { body }),
      statuses: [403],
    }));
    expect(await attack(fromElsewhere, {})).toEqual([]);
  }
  expect([await alice.readAlice(), await alice.countRows()]).toEqual(before);

  // Some of these are only unusual, and may take effect.
  expect(await attack(listOddCalls(target), identity)).toEqual([]);
  const withHeaders = HOSTILE_HEADERS.map((odd): HostileCall => ({
    what: `with ${JSON.stringify(odd).slice(0, 60)}`,
    method,
    path: url,
    headers: { ...headers, ...odd },
    ...(body !== undefined && { body }),
  }));
  expect(await attack(withHeaders, identity)).toEqual([]);
});
