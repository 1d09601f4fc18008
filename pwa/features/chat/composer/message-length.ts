import { MAX_MESSAGE_LENGTH } from '#contract/limits.ts';
import { trimMessage } from '#contract/text/trim-message.ts';

/** What is left is shown from here on. */
const COUNT_FROM = 200;

/** Length of a message as the limit counts it: in code points, without the white space around it; 0 where nothing of it can be seen. */
export const lengthOfMessage = (text: string): number => {
  const trimmed = trimMessage(text);
  // Most texts need no counting: they have no more code points than units.
  return trimmed.length <= MAX_MESSAGE_LENGTH - COUNT_FROM ? trimmed.length : [...trimmed].length;
};

/** How many more letters fit, where that is worth a word; negative for those too many, else undefined. */
export function charactersLeft(text: string): number | undefined {
  const left = MAX_MESSAGE_LENGTH - lengthOfMessage(text);
  return left <= COUNT_FROM ? left : undefined;
}
