const START_OF_IMAGE_BYTES = 2;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** Returns whether the byte after 0xff belongs to the data of a scan: 0xff as data, a restart marker or a fill byte. */
const isInScan = (code: number): boolean => code === 0 || code === 0xff || (code >= 0xd0 && code <= 0xd7);

/** Counts the scans of a JPEG: each is one more pass over all pixels, even if it has only 50 bytes. Previews in the metadata do not count. */
export function countScans(jpeg: Uint8Array): number {
  let scans = 0;
  let at = START_OF_IMAGE_BYTES;
  for (;;) {
    at = jpeg.indexOf(0xff, at);
    const code = at < 0 ? END_OF_IMAGE : (jpeg[at + 1] ?? END_OF_IMAGE);
    if (code === END_OF_IMAGE) return scans;
    if (isInScan(code)) {
      at += code === 0xff ? 1 : 2;
    } else {
      if (code === START_OF_SCAN) scans += 1;
      at += 2 + (((jpeg[at + 2] ?? 0) << 8) | (jpeg[at + 3] ?? 0));
    }
  }
}
