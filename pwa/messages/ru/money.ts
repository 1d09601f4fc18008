let format: Intl.NumberFormat | undefined;

/** Returns an amount in dollars: `1 234,50 $`. */
export function money(dollars: number): string {
  format ??= new Intl.NumberFormat('ru', { style: 'currency', currency: 'USD' });
  return format.format(dollars);
}
