import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 kB'],
  [12_400, '12 kB'],
  [999_999, '1.0 MB'],
  [3_400_000, '3.4 MB'],
  [34_000_000, '34 MB'],
  [2_000_000_000, '2.0 GB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
