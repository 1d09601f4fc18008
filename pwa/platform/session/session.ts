import { useSyncExternalStore } from 'react';
import type { User } from '#contract/user.ts';
import { read, write } from '../storage/device-storage.ts';
import { readDisplayToken } from './display-token.ts';
import { clearShipping } from '../storage/stored-shipping.ts';

const TOKEN_KEY = 'auth_token';
/** Under it stands the id of the signed-in user while that is a listed administrator. */
const ADMIN_KEY = 'auth_admin';
/** Until when that is shown, in ms of this device's own clock, which may be years off. */
const UNTIL_KEY = 'auth_until';

/** Who is signed in, as the page shows it. The server knows by a cookie of its own. */
export interface SignedInUser extends User {
  /** Shows the way to the admin panel, gives no right. */
  readonly isAdmin: boolean;
}

interface Known {
  readonly user: SignedInUser;
  readonly expiresAtMs: number;
}

const listeners = new Set<() => void>();
let isLoaded = false;
let known: Known | undefined;

/** Who is signed in on this device; undefined for nobody, and once the stored token is too old. */
export function findUser(): SignedInUser | undefined {
  if (!isLoaded) watchStorage();
  return known && known.expiresAtMs > Date.now() ? known.user : undefined;
}

/** Who is signed in on this device, live, in every tab. */
export const useUser = (): SignedInUser | undefined => useSyncExternalStore(onSessionChange, findUser, () => undefined);

/** Keeps who signed in, for this tab and the others. */
export function storeSession(session: { readonly auth_token: string; readonly isAdmin: boolean }): void {
  const { auth_token, isAdmin } = session;
  const token = readDisplayToken(auth_token);
  if (!token) throw new Error('The server gave a display token that cannot be read');
  isLoaded ||= watchStorage();
  write(ADMIN_KEY, isAdmin ? token.user.sub : '');
  const expiresAtMs = Date.now() + token.lifetimeMs;
  write(UNTIL_KEY, String(expiresAtMs));
  write(TOKEN_KEY, auth_token);
  show({ user: { ...token.user, isAdmin }, expiresAtMs });
}

/** Forgets who was signed in, and what this user wrote into forms here. */
export function clearSession(): void {
  if (known) clearShipping(known.user.sub);
  write(TOKEN_KEY, '');
  write(ADMIN_KEY, '');
  write(UNTIL_KEY, '');
  show(undefined);
}

/** Calls back when somebody signs in or out, here or in another tab. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For as long as the page lives: what another tab does is never missed. */
function watchStorage(): true {
  isLoaded = true;
  known = load();
  addEventListener('storage', ({ key }) => {
    if (key === TOKEN_KEY || key === null) show(load());
  });
  return true;
}

function load(): Known | undefined {
  const token = readDisplayToken(read(TOKEN_KEY) ?? '');
  if (!token) return undefined;
  const isAdmin = read(ADMIN_KEY) === token.user.sub;
  return { user: { ...token.user, isAdmin }, expiresAtMs: Number(read(UNTIL_KEY) ?? token.expiresAtMs) };
}

function show(next: Known | undefined): void {
  known = next;
  for (const listener of listeners) listener();
}
