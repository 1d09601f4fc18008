import { useSyncExternalStore } from 'react';
import type { User } from '#contract/account/user.ts';
import { createEmitter } from '../observable.ts';
import { read, write } from '../storage/device-storage.ts';
import { clearShipping } from '../storage/stored-shipping.ts';
import { readDisplayToken } from './display-token.ts';

const TOKEN_KEY = 'auth_token';
/** Holds the id of the signed-in user while that user is a listed administrator. */
const ADMIN_KEY = 'auth_admin';
/** Until when the session is shown, in ms of this device's clock, which may be years off. */
const UNTIL_KEY = 'auth_until';

/** The signed-in user as the page shows it. The server identifies the user by a cookie. */
export interface SignedInUser extends User {
  /** Shows the link to the admin panel; grants no right. */
  readonly isAdmin: boolean;
}

interface Known {
  readonly user: SignedInUser;
  readonly expiresAtMs: number;
}

const { emit, subscribe } = createEmitter();
let isLoaded = false;
let known: Known | undefined;

/** The signed-in user of this device; undefined without one, and once the stored token has expired. */
export function findUser(): SignedInUser | undefined {
  if (!isLoaded) watchStorage();
  return known && known.expiresAtMs > Date.now() ? known.user : undefined;
}

/** The signed-in user of this device, live: changes in other tabs count, too. */
export const useUser = (): SignedInUser | undefined => useSyncExternalStore(subscribe, findUser, () => undefined);

/** Stores the signed-in user for this tab and the others. @throws Error for a display token that cannot be read */
export function storeSession(session: { readonly auth_token: string; readonly isAdmin: boolean }): void {
  const { auth_token, isAdmin } = session;
  const token = readDisplayToken(auth_token);
  if (!token) throw new Error('the server returned a malformed display token');
  isLoaded ||= watchStorage();
  write(ADMIN_KEY, isAdmin ? token.user.sub : '');
  const expiresAtMs = Date.now() + token.lifetimeMs;
  write(UNTIL_KEY, String(expiresAtMs));
  write(TOKEN_KEY, auth_token);
  show({ user: { ...token.user, isAdmin }, expiresAtMs });
}

/** Deletes the stored user and that user's shipping texts. */
export function clearSession(): void {
  if (known) clearShipping(known.user.sub);
  write(TOKEN_KEY, '');
  write(ADMIN_KEY, '');
  write(UNTIL_KEY, '');
  show(undefined);
}

/** Calls back when a user signs in or out, here or in another tab. */
export const onSessionChange = subscribe;

/** Listens for as long as the page lives, so that no change of another tab is missed. */
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
  emit();
}
