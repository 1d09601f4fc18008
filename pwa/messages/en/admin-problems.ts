import { FIELD_LIMITS, FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { MAIL_PROBLEMS } from '#contract/account/mail-problem.ts';
import { SERVER_SENTENCES } from '#contract/http/server-sentences.ts';
import { localized } from '../localized.ts';

type Sentences<T> = Readonly<Record<keyof T, string>>;

/** Problems that the server finds, in the words that it sends. */
export const adminProblemMessages = localized('adminProblemMessages', {
  fields: FIELD_PROBLEMS as Sentences<typeof FIELD_PROBLEMS>,
  limits: FIELD_LIMITS as Readonly<
    Record<keyof typeof FIELD_LIMITS, (...numbers: readonly [number, number]) => string>
  >,
  sentences: SERVER_SENTENCES as Sentences<typeof SERVER_SENTENCES>,
  mails: MAIL_PROBLEMS as Sentences<typeof MAIL_PROBLEMS>,
});
