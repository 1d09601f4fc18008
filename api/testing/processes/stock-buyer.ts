import { openTestContext } from '../apps/test-context.ts';

/** Runs a buyer's process: orders units of product 1 a number of times and reports how many it bought. */
const [folder = '', name = '', attempts = '0'] = process.argv.slice(2);
const context = await openTestContext(folder);
process.send?.('ready');
process.once('message', () => void buy());

async function buy(): Promise<void> {
  let sold = 0;
  for (let number = 0; number < Number(attempts); number++) {
    const claim = {
      id: `${name}-${number}`,
      shop: 'ayz',
      product_id: 1,
      life: 0,
      condition: 'good',
      quantity: 1 + (number % 3),
    } as const;
    const isHeld = await context.write((unit) => context.stock.reserve(unit, claim));
    if (!isHeld) continue;
    // Every fourth order of the first half is canceled, which releases its units. Later orders can buy them, so that none stays unsold.
    const isCancelled = number % 4 === 3 && number < Number(attempts) / 2;
    await context.write((unit) => (isCancelled ? context.stock.release(unit, claim) : context.stock.sell(unit, claim)));
    if (!isCancelled) sold += claim.quantity;
  }
  process.send?.(sold, () => process.disconnect());
  await context.close();
}
