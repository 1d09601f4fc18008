import { ApiError } from '#contract/http/errors.ts';
import { createAppContext } from '#api/app-context.ts';
import type { AppContext } from '#api/app-context.ts';
import { listNamedStaff } from '#api/chats/staff.ts';
import { createPurgeErasedJob } from '#api/chats/purge-erased.job.ts';
import { ConfigError, readConfig } from '#api/config/config.ts';
import { mayExist, nameDatabase } from '#api/storage/database-source.ts';
import { createOrderChanges } from '#api/orders/order-changes.ts';
import { NO_MAILS } from '../mail/order-mails.ts';
import { pseudonymOf } from '#api/security/security-events.ts';
import { openSecurityKey } from '#api/security/security-key.ts';
import { createEraseUser } from './erase-user.service.ts';
import { listAccountIds } from './my-data.repository.ts';
import { NO_PUSH } from '../push/push-messages.ts';

/** Exit codes, documented with the command. */
export const FORGET_EXIT = { ok: 0, someRemain: 1, usage: 64, failed: 70 } as const;

const USAGE = 'Usage: npm run forget -- USER…   (ids of users, or the actor of their account-deleted events)';

/** Deletes users with their data, for example after a restored backup has brought them back; returns the exit code. */
export async function runForget(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: Pick<NodeJS.WritableStream, 'write'>,
): Promise<number> {
  const print = (line: string): unknown => output.write(`${line}\n`);
  if (args.length === 0) {
    print(USAGE);
    return FORGET_EXIT.usage;
  }
  try {
    const config = readConfig(env);
    if (!mayExist(config.database)) {
      print(`There is no database at ${nameDatabase(config.database)}.`);
      return FORGET_EXIT.failed;
    }
    await using resources = new AsyncDisposableStack();
    const context = await createAppContext(config);
    resources.defer(() => context.close());
    const results = await forgetUsers(context, args);
    for (const { user, problem } of results) print(`${user}: ${problem ?? 'deleted'}`);
    return results.every(({ problem }) => problem === undefined) ? FORGET_EXIT.ok : FORGET_EXIT.someRemain;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    print(error instanceof ConfigError ? reason : `The deletion failed: ${reason}`);
    return error instanceof ConfigError ? FORGET_EXIT.usage : FORGET_EXIT.failed;
  }
}

interface Forgotten {
  /** As named by the operator. */
  readonly user: string;
  /** Why the user was not deleted. */
  readonly problem?: string;
}

async function forgetUsers(context: AppContext, users: readonly string[]): Promise<Forgotten[]> {
  const { config, database, write, blobs, stock, now } = context;
  const changes = createOrderChanges({ mails: NO_MAILS, stock, enqueuePush: NO_PUSH, now });
  const eraseUser = createEraseUser({ write, changes, named: listNamedStaff(config), now });
  const key = await openSecurityKey(database);
  const ids = new Map<string, string>();
  for (const id of await listAccountIds(database.reader)) ids.set(id, id).set(pseudonymOf(key, id), id);
  const results: Forgotten[] = [];
  for (const user of users) {
    const id = ids.get(user);
    if (id === undefined) {
      results.push({ user, problem: 'no such user' });
      continue;
    }
    try {
      await eraseUser(id);
      results.push({ user });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      results.push({ user, problem: error.message });
    }
  }
  await createPurgeErasedJob({ database, write, blobs }).run();
  return results;
}

if (import.meta.main) process.exitCode = await runForget(process.argv.slice(2), process.env, process.stdout);
