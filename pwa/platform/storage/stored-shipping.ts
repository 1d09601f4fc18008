import { read, write } from './device-storage.ts';

/** Each user of this device has their own address. */
const keyOf = (sub: string): string => `shipping:${sub}`;

/** Returns a user's last shipping texts by field, malformed ones as empty. Undefined when nothing is stored. */
export function readShipping<Field extends string>(
  sub: string,
  fields: readonly Field[],
): Record<Field, string> | undefined {
  let stored: unknown;
  try {
    stored = JSON.parse(read(keyOf(sub)) ?? 'null');
  } catch {
    return undefined;
  }
  if (typeof stored !== 'object' || stored === null) return undefined;
  const texts = stored as Record<string, unknown>;
  return Object.fromEntries(
    fields.map((field) => [field, typeof texts[field] === 'string' ? texts[field] : '']),
  ) as Record<Field, string>;
}

/** Stores a user's shipping texts on this device. */
export const storeShipping = (sub: string, texts: Readonly<Record<string, string>>): void =>
  write(keyOf(sub), JSON.stringify(texts));

/** Deletes them, when the form is cleared or the user logs out. */
export const clearShipping = (sub: string): void => write(keyOf(sub), '');
