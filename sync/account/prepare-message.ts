import { MAX_MESSAGE_LENGTH, MAX_MESSAGE_PHOTOS } from '#contract/limits.ts';
import { trimMessage } from '#contract/text/trim-message.ts';
import type { Draft } from './account-api.ts';

// As the contract: lines and tabs are part of a text; the other control characters are not.
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/**
 * Returns a message in the form that the server accepts: trimmed, without control characters. @throws RangeError for an empty or too long
 * message, or too many photos
 */
export function prepareMessage({ content, photos }: Draft): { content: string; images: string[] } {
  const text = trimMessage(content.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL_CHARACTERS, '').toWellFormed());
  if (text === '' && photos.length === 0) throw new RangeError('a message needs a text or a photo');
  if ([...text].length > MAX_MESSAGE_LENGTH)
    throw new RangeError(`a message has at most ${MAX_MESSAGE_LENGTH} characters`);
  if (photos.length > MAX_MESSAGE_PHOTOS) throw new RangeError(`a message has at most ${MAX_MESSAGE_PHOTOS} photos`);
  return { content: text, images: [...photos] };
}
