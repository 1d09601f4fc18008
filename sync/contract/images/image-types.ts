/** A format that the server reads. */
export type ImageType = 'jpeg' | 'png' | 'webp';

/** Bytes that `imageTypeOf` needs. */
export const IMAGE_HEAD_BYTES = 12;

const startsWith = (bytes: Uint8Array, magic: readonly number[], offset = 0): boolean =>
  magic.every((byte, index) => bytes[offset + index] === byte);

/** Returns the format of an image from its first bytes, whatever its name and declared type say; undefined for one that the server cannot read. */
export function imageTypeOf(head: Uint8Array): ImageType | undefined {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  const isWebp = startsWith(head, [0x52, 0x49, 0x46, 0x46]) && startsWith(head, [0x57, 0x45, 0x42, 0x50], 8);
  return isWebp ? 'webp' : undefined;
}
