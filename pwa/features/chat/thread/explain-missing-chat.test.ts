import { expect, test } from 'vitest';
import { explainMissingChat } from './explain-missing-chat.ts';
import type { ChatLookup } from './explain-missing-chat.ts';

const STATE = { lastSyncedAtMs: 1_000, problem: null, needsSignIn: false } as const;
const ASKED: ChatLookup = { isOnline: true, askedAtMs: 2_000, state: STATE };

test.each<[string, Partial<ChatLookup>, string]>([
  ['nobody was asked yet', { askedAtMs: undefined }, 'looking'],
  ['the news of before say nothing', {}, 'looking'],
  ['nothing has ever come', { state: { ...STATE, lastSyncedAtMs: null } }, 'looking'],
  ['the news have come without it', { state: { ...STATE, lastSyncedAtMs: 2_000 } }, 'unknown'],
  ['there is no network', { isOnline: false, state: { ...STATE, lastSyncedAtMs: 2_000 } }, 'not-here'],
  ['the server cannot be reached', { state: { ...STATE, problem: 'unreachable' } }, 'not-here'],
  ['the session has run out', { state: { ...STATE, needsSignIn: true } }, 'not-here'],
])('a chat that is not on the device while %s', (_, known, missing) => {
  expect(explainMissingChat({ ...ASKED, ...known })).toBe(missing);
});
