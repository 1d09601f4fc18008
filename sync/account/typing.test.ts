import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UpMessage } from '#contract/realtime/up.ts';
import { Typing } from './typing.ts';
import type { TypingEvent } from './typing.ts';

const CHAT = '7-alice';
let sent: UpMessage[];
let told: TypingEvent[];
let typing: Typing;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  told = [];
  typing = new Typing({
    sendUp: (message) => void sent.push(message),
    onTyping: (event) => void told.push(event),
    monotonicNow: () => Date.now(),
  });
});
afterEach(() => {
  typing.clear();
  vi.useRealTimers();
});

describe('[CHAT12] who types', () => {
  it('says so at most once a second, and says once that they stopped', () => {
    for (let key = 0; key < 25; key++) {
      typing.say('alice', CHAT, true);
      vi.advanceTimersByTime(100);
    }
    expect(sent).toEqual(
      Array.from({ length: 3 }, () => ({ event: 'typing', data: { chatId: CHAT, userId: 'alice' } })),
    );
    typing.say('alice', CHAT, false);
    typing.say('alice', CHAT, false);
    expect(sent.slice(3)).toEqual([{ event: 'stopTyping', data: { chatId: CHAT, userId: 'alice' } }]);
    typing.say('alice', CHAT, true);
    expect(sent.length).toBe(5);
  });

  it('is told of once, until they stop', () => {
    const event = { chatId: CHAT, userId: 'sam', isTyping: true };
    typing.note(event);
    typing.note(event);
    typing.note({ ...event, isTyping: false });
    typing.note({ ...event, isTyping: false });
    expect(told).toEqual([event, { ...event, isTyping: false }]);
    vi.advanceTimersByTime(60_000);
    expect(told.length).toBe(2);
  });

  it('has stopped when nothing is heard of them any more, each on their own', () => {
    typing.note({ chatId: CHAT, userId: 'sam', isTyping: true });
    vi.advanceTimersByTime(3_000);
    typing.note({ chatId: CHAT, userId: 'ann', isTyping: true });
    vi.advanceTimersByTime(999);
    expect(told.length).toBe(2);
    vi.advanceTimersByTime(1);
    expect(told.slice(2)).toEqual([{ chatId: CHAT, userId: 'sam', isTyping: false }]);
    vi.advanceTimersByTime(3_000);
    expect(told.slice(3)).toEqual([{ chatId: CHAT, userId: 'ann', isTyping: false }]);
  });

  it('is nobody’s to see after the user has changed', () => {
    typing.note({ chatId: CHAT, userId: 'sam', isTyping: true });
    typing.clear();
    expect(told.at(-1)).toMatchObject({ isTyping: false });
    vi.advanceTimersByTime(60_000);
    expect(told.length).toBe(2);
  });
});
