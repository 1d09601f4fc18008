import { ADMINISTRATOR } from '../../audit/actor.ts';
import type { CallSource } from '../../http/call-source.ts';
import type { Caller } from '../../http/route.ts';

/** Who changes administrators, for the audit log and security events. */
export interface Actor {
  readonly name: string;
  /** Undefined for an administrator without a name, and for the console. */
  readonly id?: string | undefined;
  readonly source?: CallSource;
}

/** The operator at the server's console. */
export const CONSOLE: Actor = { name: 'console' };

/** Returns the administrator who makes a call. */
export const toActor = ({ administrator, source }: Pick<Caller, 'administrator' | 'source'>): Actor => ({
  name: administrator?.person?.name ?? ADMINISTRATOR,
  id: administrator?.person?.id,
  source,
});
