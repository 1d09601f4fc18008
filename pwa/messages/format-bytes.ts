import { currentLanguage } from './localized.ts';

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a size: `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  let size = bytes / 1_000;
  let unit = 0;
  while (Math.round(size) >= 1_000 && unit < UNITS.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  const decimals = size < 10 && unit > 0 ? 1 : 0;
  return size.toLocaleString(currentLanguage(), {
    style: 'unit',
    unit: UNITS[unit],
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}
