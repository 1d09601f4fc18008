import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Draft } from '#sync/account/account-api.ts';
import { DraftSaver } from './draft-saver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const draft = (content: string): Draft => ({ content, photos: [] });

function start() {
  const saved: string[] = [];
  const saver = new DraftSaver(async ({ content }) => void saved.push(content));
  return { saver, saved };
}

test('a draft is kept every 300 ms, also while somebody writes without a pause', () => {
  const { saver, saved } = start();
  saver.put(draft('a'));
  vi.advanceTimersByTime(299);
  expect(saved).toEqual([]);
  saver.put(draft('ab'));
  vi.advanceTimersByTime(1);
  expect(saved).toEqual(['ab']);
  saver.put(draft('abc'));
  vi.advanceTimersByTime(300);
  expect(saved).toEqual(['ab', 'abc']);
});

test('it is kept at once when the page is hidden, and then not again', () => {
  const { saver, saved } = start();
  saver.put(draft('a'));
  saver.flush();
  saver.flush();
  vi.advanceTimersByTime(1_000);
  expect(saved).toEqual(['a']);
});

test('what was sent is not kept', () => {
  const { saver, saved } = start();
  saver.put(draft('a'));
  saver.drop();
  vi.advanceTimersByTime(1_000);
  saver.flush();
  expect(saved).toEqual([]);
});

test('a storage that fails harms nothing', async () => {
  const saver = new DraftSaver(() => Promise.reject(new Error('full')));
  saver.put(draft('a'));
  await vi.advanceTimersByTimeAsync(300);
});
