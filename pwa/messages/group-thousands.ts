/** Groups the thousands of an amount as English does: `1,299.50`. The browser's own formatter takes some 20 ms to create. */
export const groupThousands = (amount: string): string => amount.replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ',');
