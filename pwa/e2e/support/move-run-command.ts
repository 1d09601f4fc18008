/**
 * `npm run test:move`: moves a shop with 66,778 products, 1,000 images and 100 orders to PostgreSQL and a bucket, and counts what a device that
 * was synced before fetches again. Arguments replace the numbers of products, images and orders.
 */
import { FULL_ROWS } from './shops/dataset.ts';
import { runMoveOfShop } from './move-run.ts';

const [products = FULL_ROWS, images = 1_000, orders = 100] = process.argv.slice(2).map(Number);
const { lines, ...report } = await runMoveOfShop({ products, images, orders });
process.stdout.write(`${lines.join('\n')}\n${JSON.stringify(report, null, 2)}\n`);
const isGood =
  report.code === 0 && report.blockCallsAfter === 0 && report.isInSync && report.newDeviceRows === products;
process.exit(isGood ? 0 : 1);
