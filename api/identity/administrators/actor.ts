import { ADMINISTRATOR } from '../../audit/actor.ts';
import type { AuditActor } from '../../audit/actor.ts';
import type { AdminIdentity } from '../../http/access.ts';
import type { CallSource } from '../../http/caller/call-source.ts';
import type { Caller } from '../../http/route.ts';

/** Who changes administrators, for the audit log and security events. */
export interface Actor {
  readonly name: string;
  /** Undefined for an administrator without a name, and for the console. */
  readonly id?: string | undefined;
  readonly source?: CallSource;
  /** The session of the change; undefined at the console. */
  readonly session?: ActorSession | undefined;
}

/** A session, with the passkeys, if any, that opened it and that last proved who uses it. */
export type ActorSession = Pick<AdminIdentity, 'tokenHash' | 'openedBy' | 'provedBy'>;

/** The operator at the server's console. */
export const CONSOLE: Actor = { name: 'console' };

/** Returns the administrator who makes a call. */
export const toActor = ({ administrator, source }: Pick<Caller, 'administrator' | 'source'>): Actor => ({
  name: administrator?.person?.name ?? ADMINISTRATOR.name,
  id: administrator?.person?.id,
  source,
  session: administrator,
});

/** Returns the actor for the audit log; without a call it is the operator at the console. */
export const toAuditActor = ({ id, name, source }: Actor): AuditActor => ({
  id: id ?? (source ? null : 'console'),
  name,
});
