import { expect, test } from 'vitest';
import { ALL_ENTRIES, isChosen, toAuditFilter } from './audit-choice.ts';

test('without a choice the filter is empty', () => {
  expect(toAuditFilter(ALL_ENTRIES)).toEqual({});
  expect(isChosen(ALL_ENTRIES)).toBe(false);
});

test('a filter by days covers whole local days, the last day included', () => {
  const choice = { ...ALL_ENTRIES, person: 'ada', action: 'log-in', from: '2026-11-30', until: '2026-11-30' };
  expect(toAuditFilter(choice)).toEqual({
    person: 'ada',
    action: 'log-in',
    from: new Date(2026, 10, 30).getTime(),
    until: new Date(2026, 11, 1).getTime(),
  });
  expect(isChosen(choice)).toBe(true);
});

test.each(['', 'x', '2026', '0001-01-01', 'a-b-c'])('the text %j is not a day since 1970 and is ignored', (from) => {
  expect(toAuditFilter({ ...ALL_ENTRIES, from })).toEqual({});
});
