import type { User } from '#contract/user.ts';

/** Whoever has the password that administrators share. */
export const ADMINISTRATOR = 'administrator';

/** Who an administrator's call is from, for the record: a listed administrator who is signed in beside the token, by name and id. */
export const actorOf = (user: User | undefined, adminUserIds: readonly string[]): string =>
  user && adminUserIds.includes(user.sub) ? `${user.name} (${user.sub})` : ADMINISTRATOR;
