import { NAMELESS_ACTOR } from '#contract/http/audit.ts';
import type { User } from '#contract/account/user.ts';

/** Who made a change. */
export interface AuditActor {
  /** Null: an administrator who is known only by the shared password. */
  readonly id: string | null;
  readonly name: string;
}

/** An administrator who is known only by the shared password. */
export const ADMINISTRATOR: AuditActor = { id: null, name: NAMELESS_ACTOR };

/** The parts of a caller that name an administrator. */
export interface AdminCaller {
  /** The shopper who is signed in beside the administrator's token. */
  readonly user: User | undefined;
  readonly administrator?: { readonly person: { readonly id: string; readonly name: string } | undefined } | undefined;
}

/** Returns the actor of an administrator's call: the named administrator, else the listed user who is signed in as well, else ADMINISTRATOR. */
export function actorOf({ user, administrator }: AdminCaller, adminUserIds: readonly string[]): AuditActor {
  if (administrator?.person) return { id: administrator.person.id, name: administrator.person.name };
  return user && adminUserIds.includes(user.sub) ? { id: user.sub, name: `${user.name} (${user.sub})` } : ADMINISTRATOR;
}
