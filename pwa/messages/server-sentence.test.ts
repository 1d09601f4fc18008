import { expect, test } from 'vitest';
import { SERVER_SENTENCES } from '#contract/http/server-sentences.ts';
import { inLanguage } from './localized.ts';
import { adminProblemMessages } from './ru/admin-problems.ts';
import { serverSentence } from './server-sentence.ts';

const inRussian = (sentence: string): string =>
  inLanguage('ru', { adminProblemMessages }, () => serverSentence(sentence));

test.each(Object.values(SERVER_SENTENCES))('a sentence of the server has a Russian text: %s', (sentence) => {
  expect(inRussian(sentence)).toMatch(/[а-я]/);
  expect(serverSentence(sentence)).toBe(sentence);
});

test('a sentence of a newer server stays as it is', () => {
  expect(inRussian('The moon is full')).toBe('The moon is full');
});
