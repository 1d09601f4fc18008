import type { IncomingMessage } from 'node:http';
import { nameDevice, readAgent } from '../identity/session-device.ts';
import type { Write } from '../storage/write-unit.ts';
import type { AuditActor } from './actor.ts';
import { recordAudit } from './audit.repository.ts';

/** Records that a request got an administrator a token, and publishes the login for notifications. */
export type NoteAdminLogin = (actor: AuditActor, request: IncomingMessage) => Promise<void>;

export function createAdminLogins(write: Write, now: () => number): NoteAdminLogin {
  return async (actor, request) => {
    const device = nameDevice(request);
    await write(async ({ trx, publish }) => {
      await recordAudit(trx, { at: now(), actor, action: 'log-in', subject: device });
      publish({ type: 'admin-logged-in', name: actor.id === null ? undefined : actor.name, ...readAgent(request) });
    });
  };
}
