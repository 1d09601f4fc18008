import { openTestContext } from '../testing/apps/test-context.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listReplies, removeReply } from '#api/chats/replies/reply.repository.ts';
import { seedReplies } from './demo-replies.ts';

test('a demo gets canned replies once, deleted ones stay deleted, and a real shop gets none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-seed-'));
  const context = await openTestContext(folder, { DEMO: '1' });
  const { reader, writer } = context.database;
  try {
    await seedReplies({ ...context, config: { ...context.config, signIn: { name: 'none' } } });
    expect(await listReplies(reader)).toEqual([]);
    await seedReplies(context);
    const [greeting, ...others] = await listReplies(reader);
    expect([greeting?.name, others.length]).toEqual(['Greeting', 4]);
    await writer.transaction().execute((trx) => removeReply(trx, greeting?.id ?? ''));
    await seedReplies(context);
    expect(await listReplies(reader)).toEqual(others);
    // As in a demo of an earlier release, whose administrators have added replies themselves.
    await writer.deleteFrom('meta').where('key', '=', 'demo-replies').execute();
    await seedReplies(context);
    expect(await listReplies(reader)).toEqual(others);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
});
