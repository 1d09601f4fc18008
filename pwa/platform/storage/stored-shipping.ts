import { read, write } from './device-storage.ts';

/** Each user of this device has an address of their own. */
const keyOf = (sub: string): string => `shipping:${sub}`;

/** What a user last wrote into a form, as far as it can be read: the texts of the named fields. Undefined when there is nothing. */
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

/** Keeps what a user wrote on this device. */
export const storeShipping = (sub: string, texts: Readonly<Record<string, string>>): void =>
  write(keyOf(sub), JSON.stringify(texts));

/** Forgets it, as when the form is cleared or the user leaves the device. */
export const clearShipping = (sub: string): void => write(keyOf(sub), '');
