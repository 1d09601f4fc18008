import type { listDemoUsers } from '#contract/http/demo-identity.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';

/** A sample user of the demo. */
export type DemoUser = EndpointReply<typeof listDemoUsers>['users'][number];

/** Fetches the demo's sample users. @throws TypeError without network, Error when the demo is off */
export async function fetchDemoUsers(): Promise<readonly DemoUser[]> {
  const { users } = (await fetchDemo('/dev/users')) as { readonly users: readonly DemoUser[] };
  return users;
}

/** Fetches the credential that an identity provider would return. @throws as `fetchDemoUsers` */
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
  if (!reply.ok) throw new Error(`the demo returned ${reply.status}`);
  return reply.json();
}
