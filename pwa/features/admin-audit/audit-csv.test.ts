import { expect, test } from 'vitest';
import { toAuditCsv } from './audit-csv.ts';

test('entries become lines whose cells a spreadsheet does not run as formulas', () => {
  const entry = {
    number: 7,
    at: '2026-11-22T12:00:00.000Z',
    actor: '=cmd|ada',
    action: 'edit-product',
    subject: 'pc/1',
    before: { title: 'Lamp, old' },
    after: {},
  };
  const [head, line] = toAuditCsv([entry]).split(/\r?\n/);
  expect(head).toBe('\uFEFFnumber,at,actor,action,subject,before,after');
  expect(line).not.toMatch(/(^|,)"?=/);
  expect(line).toContain('"{""title"":""Lamp, old""}"');
});
