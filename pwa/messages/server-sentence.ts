import { SERVER_SENTENCES } from '#contract/http/server-sentences.ts';
import { adminProblemMessages } from './en/admin-problems.ts';

const SENTENCES = Object.keys(SERVER_SENTENCES) as (keyof typeof SERVER_SENTENCES)[];

/** Returns a sentence of the server in the language of the page; an unknown one stays as the server wrote it. */
export function serverSentence(sentence: string): string {
  const known = SENTENCES.find((key) => SERVER_SENTENCES[key] === sentence);
  return known ? adminProblemMessages.sentences[known] : sentence;
}
