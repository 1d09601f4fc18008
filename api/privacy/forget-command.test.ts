import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogRecorder } from '../testing/log-recorder.ts';
import { signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import { send } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import { databaseSettings } from '../testing/databases/test-database.ts';
import { FORGET_EXIT, runForget } from './forget-command.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-forget-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Runs the command; returns its exit code and its lines. */
async function forget(...args: readonly string[]) {
  const lines: string[] = [];
  const output = { write: (line: string) => lines.push(line.trimEnd()) > 0 };
  const code = await runForget(args, { LOG_LEVEL: 'silent', ...databaseSettings(dataDir), DATA_DIR: dataDir }, output);
  return { code, lines };
}

it('[PRIVACY2] a user whom a restored backup brings back is deleted by the pseudonym in the log', async () => {
  const recorder = createLogRecorder();
  const deleting = await startOrderApp(5, { dataDir, env: { LOG_LEVEL: 'info' }, logTo: recorder.logTo });
  const { headers } = await signIn(deleting, 'alice');
  await send(deleting.url, '/api/my-data', {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"confirmation":"delete my data"}',
  });
  await deleting.stop();
  const [event] = recorder.events('account-deleted');
  // As after a restored backup, the data has the user again, with an order, and an unrelated user.
  const restored = await startOrderApp(5, { dataDir });
  await (await signInBuyer(restored, 'alice')).buy();
  await signInBuyer(restored, 'bob');
  await restored.stop();

  const { code, lines } = await forget(String(event?.['actor']), 'unknown-actor');
  expect(code).toBe(FORGET_EXIT.someRemain);
  expect(lines).toEqual([`${String(event?.['actor'])}: deleted`, 'unknown-actor: no such user']);
  const after = await startOrderApp(5, { dataDir });
  const { reader } = after.context.database;
  const subs = (await reader.selectFrom('user_account').select('sub').execute()).map(({ sub }) => sub);
  const orders = await reader.selectFrom('purchase').select(['sub', 'email', 'contact_name']).execute();
  await after.stop();
  expect(subs.filter((sub) => !sub.startsWith('deleted-'))).toEqual(['demo-bob']);
  expect(orders).toMatchObject([{ email: '', contact_name: 'Deleted user' }]);
});

it('without a user or a database the command explains itself and changes nothing', async () => {
  expect(await forget()).toMatchObject({ code: FORGET_EXIT.usage, lines: [expect.stringMatching(/^Usage: /)] });
  expect(await forget('someone')).toMatchObject({ code: FORGET_EXIT.failed });
});
