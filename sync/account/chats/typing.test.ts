import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UpMessage } from '#contract/realtime/up.ts';
import { Typing } from './typing.ts';
import type { TypingEvent } from './typing.ts';

const CHAT = '7-alice';
let sent: UpMessage[];
let received: TypingEvent[];
let typing: Typing;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  received = [];
  typing = new Typing({
    sendUp: (message) => void sent.push(message),
    onTyping: (event) => void received.push(event),
    monotonicNow: () => Date.now(),
  });
});
afterEach(() => {
  typing.clear();
  vi.useRealTimers();
});

describe('[CHAT12] typing', () => {
  it('is sent at most once a second, and its end once', () => {
    for (let key = 0; key < 25; key++) {
      typing.send('alice', CHAT, true);
      vi.advanceTimersByTime(100);
    }
    const data = { chatId: CHAT, userId: 'alice' };
    expect(sent).toEqual(Array.from({ length: 3 }, () => ({ event: 'typing', data })));
    for (let key = 0; key < 2; key++) typing.send('alice', CHAT, false);
    expect(sent.slice(3)).toEqual([{ event: 'stopTyping', data }]);
    typing.send('alice', CHAT, true);
    expect(sent.length).toBe(5);
  });

  it('of another member is reported once, until it ends', () => {
    const event = { chatId: CHAT, userId: 'sam', isTyping: true };
    typing.receive(event);
    typing.receive(event);
    typing.receive({ ...event, isTyping: false });
    typing.receive({ ...event, isTyping: false });
    expect(received).toEqual([event, { ...event, isTyping: false }]);
    vi.advanceTimersByTime(60_000);
    expect(received.length).toBe(2);
  });

  it('of another member ends after a silence, for each member separately', () => {
    typing.receive({ chatId: CHAT, userId: 'sam', isTyping: true });
    vi.advanceTimersByTime(3_000);
    typing.receive({ chatId: CHAT, userId: 'ann', isTyping: true });
    vi.advanceTimersByTime(999);
    expect(received.length).toBe(2);
    vi.advanceTimersByTime(1);
    expect(received.slice(2)).toEqual([{ chatId: CHAT, userId: 'sam', isTyping: false }]);
    vi.advanceTimersByTime(3_000);
    expect(received.slice(3)).toEqual([{ chatId: CHAT, userId: 'ann', isTyping: false }]);
  });

  it('is cleared when the user changes', () => {
    typing.receive({ chatId: CHAT, userId: 'sam', isTyping: true });
    typing.clear();
    expect(received.at(-1)).toMatchObject({ isTyping: false });
    vi.advanceTimersByTime(60_000);
    expect(received.length).toBe(2);
  });
});
