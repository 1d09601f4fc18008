/** Returns an amount in dollars: `1 234,50 $`. */
export const money = (dollars: number, decimals = 2): string =>
  dollars.toLocaleString('ru', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
