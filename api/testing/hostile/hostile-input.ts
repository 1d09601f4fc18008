/** Texts that no id, name, address or money is. */
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

/** Texts that would not come back as they went: half a letter, and signs that end a line, a string or a log. */
export const BROKEN_TEXTS: readonly string[] = ['\uD800', 'a\uDC00b', 'a\u0000b', 'a\u001b[2Jb'];

/** What may stand for one part of a path, as it is written there. */
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

/** Numbers that no id, quantity or amount is. */
export const HOSTILE_NUMBERS: readonly number[] = [-1, 0.5, 1e21, Number.MAX_SAFE_INTEGER, -0, 1e-7];
