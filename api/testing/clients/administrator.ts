import { json, send } from './send.ts';
import { signInAdmin } from './sign-in.ts';
import type { TestApp } from '../apps/test-app.ts';

/** A reply to an administrator; `body` is an empty object for an empty body. */
export interface AdminReply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A client with an administrator's token. */
export interface Administrator {
  readonly headers: { readonly authorization: string };
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<AdminReply>;
}

/** Creates an administrator of a server, without logging in by password. */
export async function createAdministrator(app: Pick<TestApp, 'url' | 'context'>): Promise<Administrator> {
  const identity = await signInAdmin(app);
  return {
    headers: identity,
    async call(method, path, body, headers = {}) {
      const reply = await send(app.url, path, {
        method,
        headers: { ...identity, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: reply.status, body: reply.body.length > 0 ? json(reply) : {} };
    },
  };
}
