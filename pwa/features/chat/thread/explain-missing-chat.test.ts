import { expect, test } from 'vitest';
import { explainMissingChat } from './explain-missing-chat.ts';
import type { ChatLookup } from './explain-missing-chat.ts';

const STATE = { lastSyncedAtMs: 1_000, problem: null, needsSignIn: false } as const;
const REQUESTED: ChatLookup = { isOnline: true, requestedAtMs: 2_000, state: STATE };

test.each<[string, Partial<ChatLookup>, string]>([
  ['the server was not asked yet', { requestedAtMs: undefined }, 'looking'],
  ['the last sync was before the request', {}, 'looking'],
  ['the device has never synced', { state: { ...STATE, lastSyncedAtMs: null } }, 'looking'],
  ['a sync after the request did not bring it', { state: { ...STATE, lastSyncedAtMs: 2_000 } }, 'unknown'],
  ['the device is offline', { isOnline: false, state: { ...STATE, lastSyncedAtMs: 2_000 } }, 'not-here'],
  ['the server cannot be reached', { state: { ...STATE, problem: 'unreachable' } }, 'not-here'],
  ['the session has expired', { state: { ...STATE, needsSignIn: true } }, 'not-here'],
])('a missing chat is explained when %s', (_, known, missing) => {
  expect(explainMissingChat({ ...REQUESTED, ...known })).toBe(missing);
});
