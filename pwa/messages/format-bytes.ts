const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** Formats a size: `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  let size = bytes / 1_000;
  let unit = 0;
  while (Math.round(size) >= 1_000 && unit < UNITS.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  return `${size < 10 && unit > 0 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`;
}
