/** The chunks that pixels, colors and orientation come from: https://www.w3.org/TR/png-3/#4Concepts.FormatChunks */
const NEEDED = new Set('IHDR PLTE tRNS IDAT IEND gAMA cHRM sRGB iCCP cICP sBIT eXIf'.split(' '));
const SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const CHUNK_FRAME_BYTES = 12;

/**
 * Returns a PNG without the chunks that its pixels do not need, and without repeated ones other than IDAT. The library unpacks compressed
 * texts before it knows the image's size: 77 KB of them take 600 MB.
 */
export function dropPngTexts(png: Uint8Array): Uint8Array {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const parts: Buffer[] = [];
  const seen = new Set<string>();
  let keptFrom = 0;
  let at = SIGNATURE_BYTES;
  while (at + CHUNK_FRAME_BYTES <= bytes.length) {
    const end = at + CHUNK_FRAME_BYTES + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!NEEDED.has(type) || (seen.has(type) && type !== 'IDAT')) {
      parts.push(bytes.subarray(keptFrom, at));
      keptFrom = end;
    }
    seen.add(type);
    at = end;
  }
  return parts.length === 0 ? png : Buffer.concat([...parts, bytes.subarray(keptFrom)]);
}
