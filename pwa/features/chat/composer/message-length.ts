import { MAX_MESSAGE_LENGTH } from '#contract/limits.ts';
import { trimMessage } from '#contract/text/trim-message.ts';

/** The counter is shown when at most this many characters are left. */
const COUNT_FROM = 200;

/** Returns the length to compare with the limit: code points (UTF-16 units for short texts) without surrounding space; 0 for an invisible text. */
export const lengthOfMessage = (text: string): number => {
  const trimmed = trimMessage(text);
  // The code points of short texts are not counted: a text never has more code points than UTF-16 units.
  return trimmed.length <= MAX_MESSAGE_LENGTH - COUNT_FROM ? trimmed.length : [...trimmed].length;
};

/** Returns how many more characters fit, negative above the limit; undefined far below the limit. */
export function charactersLeft(text: string): number | undefined {
  const left = MAX_MESSAGE_LENGTH - lengthOfMessage(text);
  return left <= COUNT_FROM ? left : undefined;
}
