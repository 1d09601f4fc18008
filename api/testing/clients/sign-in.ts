import { randomUUID } from 'node:crypto';
import { createDemoCredential } from '#contract/http/demo-identity.ts';
import { createSession } from '#contract/http/session.ts';
import type { AdminRole } from '#contract/account/roles.ts';
import { createAdminTokens } from '../../identity/admin/admin-tokens.ts';
import { insertAdministrator } from '../../identity/administrators/administrator.repository.ts';
import { json, send } from './send.ts';
import type { Reply } from './send.ts';
import type { TestApp } from '../apps/test-app.ts';

/** A signed-in demo user with their session headers. */
export interface SignedIn {
  readonly sub: string;
  readonly headers: { readonly cookie: string };
  readonly authToken: string;
}

type Server = Pick<TestApp, 'url'>;

const postJson = (
  { url }: Server,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> =>
  send(url, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Requests a demo credential for `demo-NAME`. */
export async function createTestCredential(app: Server, name: string): Promise<string> {
  const reply = await postJson(app, createDemoCredential.path, {
    sub: `demo-${name}`,
    name: name.charAt(0).toUpperCase() + name.slice(1),
    email: `${name}@demo.invalid`,
  });
  return String(json(reply)['credential']);
}

/** Signs `demo-NAME` in as a browser, with a cookie. */
export async function signIn(app: Server, name: string): Promise<SignedIn> {
  const reply = await postJson(app, createSession.path, { credential: await createTestCredential(app, name) });
  if (reply.status !== 200) throw new Error(`sign-in rejected: ${reply.body.toString()}`);
  const [cookie = ''] = reply.headers['set-cookie'] ?? [];
  return {
    sub: `demo-${name}`,
    headers: { cookie: cookie.split(';', 1)[0] ?? '' },
    authToken: String(json(reply)['auth_token']),
  };
}

/** Signs `demo-NAME` in as a program; returns the authorization header. */
export async function signInBearer(app: Server, name: string): Promise<{ readonly authorization: string }> {
  const credential = await createTestCredential(app, name);
  const reply = await postJson(app, `${createSession.path}?transport=bearer`, { credential });
  return { authorization: `Bearer ${String(json(reply)['bearer'])}` };
}

/**
 * Creates a token without the password: for an administrator without a name or, if `roles` are given, for a new administrator with these
 * roles.
 */
export async function signInAdmin(
  { context }: Pick<TestApp, 'context'>,
  roles?: readonly AdminRole[],
): Promise<{ readonly authorization: string }> {
  const { database, now } = context;
  const id = randomUUID();
  if (roles) await insertAdministrator(database.writer, { id, name: `Test ${id}`, roles, createdAt: now() });
  const grant = { administratorId: roles && id };
  const token = await createAdminTokens(database, now).create(database.writer, grant);
  return { authorization: `Bearer ${token}` };
}
