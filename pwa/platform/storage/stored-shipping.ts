import { read, write } from './device-storage.ts';
import { isObject, parseJson } from './parse-versioned.ts';

/** Each user of this device has their own address. */
const keyOf = (sub: string): string => `shipping:${sub}`;

/** Returns a user's last shipping texts by field, malformed ones as empty. Undefined when nothing is stored. */
export function readShipping<Field extends string>(
  sub: string,
  fields: readonly Field[],
): Record<Field, string> | undefined {
  const texts = parseJson(read(keyOf(sub)));
  if (!isObject(texts)) return undefined;
  return Object.fromEntries(
    fields.map((field) => [field, typeof texts[field] === 'string' ? texts[field] : '']),
  ) as Record<Field, string>;
}

/** Stores a user's shipping texts on this device. */
export const storeShipping = (sub: string, texts: Readonly<Record<string, string>>): void =>
  write(keyOf(sub), JSON.stringify(texts));

/** Deletes a user's shipping texts, when the form is cleared or the user logs out. */
export const clearShipping = (sub: string): void => write(keyOf(sub), '');
