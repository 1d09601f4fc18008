/** The 32-bit FNV-1a hash of an empty text. */
export const HASH_START = 0x811c_9dc5;

/** Adds a code unit to a hash. */
export const hashUnit = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x0100_0193);

/** Returns FNV-1a over the code units of a text, 32 bit. */
export function hashText(text: string, start = 0, end: number = text.length): number {
  let hash = HASH_START;
  for (let index = start; index < end; index++) hash = hashUnit(hash, text.charCodeAt(index));
  return hash >>> 0;
}
