import { expect, test } from 'vitest';
import { isEmojiOnly } from './emoji-only.ts';

test.each(['👍', '👍🏽', '❤️', '🎉 🎉\n🎉', '👨‍👩‍👧‍👦', '🇳🇱', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '👀👀👀👀👀👀'])('%s is emoji only', (text) =>
  expect(isEmojiOnly(text)).toBe(true),
);

test.each(['', ' ', '1', '#', 'ok 👍', '™', '©', '👀👀👀👀👀👀👀', '🇳', '👍'.repeat(4_000), ':)'])(
  '%j is text',
  (text) => expect(isEmojiOnly(text)).toBe(false),
);
