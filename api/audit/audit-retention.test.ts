import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { listAuditRows, recordAudit } from './audit.repository.ts';
import { createRetentionJob } from '../retention.ts';

const DAY_MS = 86_400_000;
const AUDIT_DAYS = 30;
const NOW = 1_000 * DAY_MS;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ env: { AUDIT_DAYS: String(AUDIT_DAYS) } });
});
afterEach(() => app.stop());

it('[AUDIT4] entries of the audit log are deleted after their retention, in batches, and not before', async () => {
  const { write, database } = app.context;
  const record = (subject: string, ageDays: number): Promise<void> =>
    write(({ trx }) =>
      recordAudit(trx, { at: NOW - ageDays * DAY_MS, action: 'edit-product', subject, before: {}, after: {} }),
    );
  for (let number = 0; number < 501; number++) await record('old', AUDIT_DAYS + 1);
  await record('recent', AUDIT_DAYS - 1);
  await record('new', 0);
  await createRetentionJob('audit', { ...app.context, now: () => NOW }).run();
  const rows = await listAuditRows(database.reader, {}, 1_000);
  expect(rows.map(({ subject }) => subject)).toEqual(['new', 'recent']);
});
