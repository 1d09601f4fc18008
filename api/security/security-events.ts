import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { CallSource } from '../http/caller/call-source.ts';
import { displayNetworkOf } from '../http/caller/client-network.ts';
import { SECURITY_EVENTS } from './security-event-names.ts';
import type { SecurityEventName } from './security-event-names.ts';

/** Characters of a pseudonym in base64url: 96 bits. */
const PSEUDONYM_LENGTH = 16;

/** A fact about access: who (as a pseudonym), from which network, by which call. */
export interface SecurityEvent {
  readonly name: SecurityEventName;
  /** The call, if one caused it; of its address only the network is logged. */
  readonly request?: CallSource | undefined;
  /** Id of the user or administrator who acted; logged as a keyed hash. */
  readonly actor?: string | undefined;
  /** Id of the user or administrator who is affected, if it is another one; logged as a keyed hash. */
  readonly subject?: string | undefined;
  /** Small facts: codes, counts, roles. Never secrets, names, addresses or texts of callers. */
  readonly detail?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
}

/** Writes security events to the log. */
export interface SecurityEvents {
  /** Logs one line with the event's name as `security`. */
  note(event: SecurityEvent): void;
}

/** Returns the name of a user or administrator in the log. */
export const pseudonymOf = (key: Buffer, id: string): string =>
  createHmac('sha256', key).update(id).digest('base64url').slice(0, PSEUDONYM_LENGTH);

/** `key` makes pseudonyms: equal for equal ids of this installation, and not reversible without it. */
export function createSecurityEvents(log: Logger, key: Buffer): SecurityEvents {
  const toPseudonym = (id: string): string => pseudonymOf(key, id);
  return {
    note({ name, request, actor, subject, detail }) {
      const { level, description } = SECURITY_EVENTS[name];
      log[level](
        {
          security: name,
          ...(request && {
            network: displayNetworkOf(request.address),
            method: request.method,
            route: request.route,
          }),
          ...(actor !== undefined && { actor: toPseudonym(actor) }),
          ...(subject !== undefined && { subject: toPseudonym(subject) }),
          ...(detail && { detail }),
        },
        description,
      );
    },
  };
}
