import type { User } from '#contract/user.ts';

/** An administrator who is known only by the shared password. */
export const ADMINISTRATOR = 'administrator';

/** Returns the actor of an administrator's call for the audit log: name and id when a listed administrator is signed in as well. */
export const actorOf = (user: User | undefined, adminUserIds: readonly string[]): string =>
  user && adminUserIds.includes(user.sub) ? `${user.name} (${user.sub})` : ADMINISTRATOR;
