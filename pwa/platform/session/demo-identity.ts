import type { listDemoUsers } from '#contract/http/demo-identity.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';

/** Somebody whom a visitor of a demo can be. */
export type DemoUser = EndpointReply<typeof listDemoUsers>['users'][number];

/** The users of the demo. @throws TypeError without network, Error when the demo is off */
export async function fetchDemoUsers(): Promise<readonly DemoUser[]> {
  const { users } = (await fetchDemo('/dev/users')) as { readonly users: readonly DemoUser[] };
  return users;
}

/** What an identity provider would give after its own questions. @throws as `fetchDemoUsers` */
export async function fetchDemoCredential({ sub, name, email }: DemoUser): Promise<string> {
  const { credential } = (await fetchDemo('/dev/credentials', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sub, name, email }),
  })) as { readonly credential: string };
  return credential;
}

async function fetchDemo(path: string, init?: RequestInit): Promise<unknown> {
  const reply = await fetch(path, init);
  if (!reply.ok) throw new Error(`The demo answered with ${reply.status}`);
  return reply.json();
}
