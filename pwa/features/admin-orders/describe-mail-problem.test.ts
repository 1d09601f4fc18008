import { expect, it } from 'vitest';
import { MAIL_PROBLEMS } from '#contract/account/mail-problem.ts';
import { inLanguage } from '#pwa/messages/localized.ts';
import { adminProblemMessages } from '#pwa/messages/ru/admin-problems.ts';
import { describeMailProblem } from './describe-mail-problem.ts';

const inRussian = (problem: string): string =>
  inLanguage('ru', { adminProblemMessages }, () => describeMailProblem(problem));

it.each(Object.values(MAIL_PROBLEMS))(
  'the reason why an e-mail did not arrive is translated into Russian: %s',
  (problem) => {
    expect(inRussian(problem)).toMatch(/^[^A-Za-z]+$/);
    expect(describeMailProblem(problem)).toBe(problem);
  },
);

it('the words of a mail server stay as they are, also after the last attempt', () => {
  expect(inRussian('550 No such mailbox')).toBe('550 No such mailbox');
  expect(inRussian('given up: 421 Busy')).toBe('попытки прекращены: 421 Busy');
  expect(inRussian('given up: timeout')).toBe('попытки прекращены: почтовый сервер не ответил вовремя');
  expect(describeMailProblem('given up: 421 Busy')).toBe('given up: 421 Busy');
});
