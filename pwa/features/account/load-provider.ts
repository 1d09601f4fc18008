import { loadGoogleIdentity } from './google-identity.ts';
import { fetchDemoUsers } from './demo-identity.ts';
import type { DemoUser } from './demo-identity.ts';
import type { SignInOptions } from '#sync/api/account-api.ts';

/** An identity provider whose button can be shown at once. */
export type Provider =
  | { readonly name: 'none' }
  | { readonly name: 'google'; readonly clientId: string; readonly nonce: string }
  | { readonly name: 'demo'; readonly users: readonly DemoUser[] };

/** Loads what the button of the server's identity provider needs. @throws Error when the provider cannot be reached */
export async function loadProvider({ provider, clientId, nonce }: SignInOptions): Promise<Provider> {
  if (provider === 'demo') return { name: 'demo', users: await fetchDemoUsers() };
  if (provider !== 'google' || clientId === null) return { name: 'none' };
  await loadGoogleIdentity();
  return { name: 'google', clientId, nonce };
}
