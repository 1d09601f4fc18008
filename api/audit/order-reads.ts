import type { AppContext } from '../app-context.ts';
import type { Caller } from '../http/route.ts';
import { noteIfPossible } from '../storage/storage-fault.ts';
import { actorOf } from './actor.ts';
import { hasAuditEntry, recordAudit } from './audit.repository.ts';

const HOUR_MS = 3_600_000;
const ACTION = 'read-orders';

/** Records that an administrator was sent orders, which hold personal data: once per person and hour, however often a page polls. */
export type NoteOrderRead = (caller: Caller) => Promise<void>;

export function createOrderReads(
  context: Pick<AppContext, 'config' | 'database' | 'write' | 'security' | 'now'>,
): NoteOrderRead {
  const { config, write, security, now } = context;
  /** The hour of each person's last entry, so that further polls in that hour need no query. */
  const lastHours = new Map<string | null, number>();

  return async (caller) => {
    const actor = actorOf(caller, config.adminUserIds);
    const at = now();
    const hour = Math.floor(at / HOUR_MS);
    if (lastHours.get(actor.id) === hour) return;
    await noteIfPossible(
      write(async ({ trx }) => {
        if (await hasAuditEntry(trx, { actor, action: ACTION, since: hour * HOUR_MS })) return;
        await recordAudit(trx, { at, actor, action: ACTION, subject: '' });
        security.note({ name: 'personal-data-read', request: caller.source, actor: actor.id ?? undefined });
      }).then(() => lastHours.set(actor.id, hour)),
    );
  };
}
