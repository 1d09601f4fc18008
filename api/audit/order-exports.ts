import type { AppContext } from '../app-context.ts';
import type { Caller } from '../http/route.ts';
import { actorOf } from './actor.ts';
import { recordAudit } from './audit.repository.ts';

/** Records that an administrator's device wrote orders to a file, which it does without the server. */
export type NoteOrderExport = (caller: Caller, count: number) => Promise<void>;

export function createOrderExports({
  config,
  write,
  security,
  now,
}: Pick<AppContext, 'config' | 'write' | 'security' | 'now'>): NoteOrderExport {
  return async (caller, count) => {
    const actor = actorOf(caller, config.adminUserIds);
    await write(({ trx }) =>
      recordAudit(trx, { at: now(), actor, action: 'export-orders', subject: '', after: { count } }),
    );
    security.note({
      name: 'personal-data-exported',
      request: caller.source,
      actor: actor.id ?? undefined,
      detail: { count },
    });
  };
}
