let format: Intl.NumberFormat | undefined;

/** Formats a whole number with separators. Creating the browser's formatter takes some 20 ms, so the first large number creates it. */
export function formatNumber(number: number): string {
  if (Math.abs(number) < 1_000) return String(number);
  format ??= new Intl.NumberFormat('en');
  return format.format(number);
}
