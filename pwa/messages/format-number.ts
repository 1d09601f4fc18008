let format: Intl.NumberFormat | undefined;

/** A whole number as people read it. The browser's formatter takes some 20 ms to make, so it is made for the first large number only. */
export function formatNumber(number: number): string {
  if (Math.abs(number) < 1_000) return String(number);
  format ??= new Intl.NumberFormat('en');
  return format.format(number);
}
