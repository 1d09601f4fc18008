/** Texts that are no valid id, name, address or amount. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '..',
  '../../etc/passwd',
  '..\\..\\boot.ini',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '%00',
  '1e3',
  '-5',
  '1,000',
  '19.999',
  'NaN',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '\u202Etxt.exe',
  'e\u0301\u0327',
  'x'.repeat(9_000),
];

/** Texts that do not survive a round trip: lone surrogates and control characters. */
export const BROKEN_TEXTS: readonly string[] = ['\uD800', 'a\uDC00b', 'a\u0000b', 'a\u001b[2Jb'];

/** Hostile path segments, already encoded. */
export const HOSTILE_SEGMENTS: readonly string[] = [
  '..',
  '.',
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  '..%5c..%5cboot.ini',
  '..\\boot.ini',
  '%00',
  '1%00.webp',
  '__proto__',
  'constructor',
  '%E0%A4',
  '%ED%A0%80',
  '%C0%AE%C0%AE',
  "'%20OR%201=1",
  '-1',
  '1.5',
  '0x1',
  '%D9%A1',
  'x'.repeat(500),
];

/** Numbers that are no valid id, quantity or amount. */
export const HOSTILE_NUMBERS: readonly number[] = [-1, 0.5, 1e21, Number.MAX_SAFE_INTEGER, -0, 1e-7];
