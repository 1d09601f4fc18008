import { MAIL_PROBLEMS } from '#contract/account/mail-problem.ts';
import { adminProblemMessages } from '#pwa/messages/en/admin-problems.ts';

const PROBLEMS = Object.keys(MAIL_PROBLEMS) as (keyof typeof MAIL_PROBLEMS)[];
/** The prefix after the last attempt; the words of the mail server or another problem follow it. */
const GIVEN_UP = `${MAIL_PROBLEMS.givenUp}: `;

/** Returns, in the administrator's language, why an e-mail did not arrive; the mail server's own words stay as they are. */
export function describeMailProblem(problem: string): string {
  if (problem.startsWith(GIVEN_UP))
    return `${adminProblemMessages.mails.givenUp}: ${describeMailProblem(problem.slice(GIVEN_UP.length))}`;
  const known = PROBLEMS.find((key) => MAIL_PROBLEMS[key] === problem);
  return known ? adminProblemMessages.mails[known] : problem;
}
