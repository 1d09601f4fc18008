import { FIELD_LIMITS, FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { adminProblemMessages } from './en/admin-problems.ts';

const PROBLEMS = Object.keys(FIELD_PROBLEMS) as (keyof typeof FIELD_PROBLEMS)[];
const LIMITS = Object.keys(FIELD_LIMITS) as (keyof typeof FIELD_LIMITS)[];

/** Returns a field's problem in the language of the page; an unknown one stays as the server wrote it. */
export function fieldProblem(message: string): string {
  const problem = PROBLEMS.find((key) => FIELD_PROBLEMS[key] === message);
  if (problem) return adminProblemMessages.fields[problem];
  const [first = Number.NaN, second = Number.NaN] = (message.match(/\d+/gu) ?? []).map(Number);
  const limit = LIMITS.find((key) => FIELD_LIMITS[key](first, second) === message);
  return limit ? adminProblemMessages.limits[limit](first, second) : message;
}
