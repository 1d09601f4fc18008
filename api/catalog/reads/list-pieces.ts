import type { ShopKey } from '#contract/shops.ts';
import type { Misses, ReadCaller } from './misses.ts';

/** How each product of the list begins. Its only string is a time, so this text occurs nowhere else. */
const PRODUCT_START = '{"id":';
const [SEPARATOR, END] = [Buffer.from(','), Buffer.from(']}')];

/**
 * Reads the JSON of the list call in pieces of some thousand products. The bytes are those of the `list` query, which would hold all
 * products of the shop in memory at once. Each piece takes its turn among the reads of all networks.
 */
export async function* readListPieces(
  misses: Pick<Misses, 'queryJson'>,
  caller: ReadCaller,
  shop: ShopKey,
  position: { readonly epoch: string; readonly seq: number },
): AsyncGenerator<Uint8Array> {
  const categories = Buffer.from(await misses.queryJson(caller, 'categories', shop)).toString();
  yield Buffer.from(`${JSON.stringify(position).slice(0, -1)},"categories":${categories},"products":[`);
  for (let lastId = 0, isFirst = true; ; isFirst = false) {
    const json = await misses.queryJson(caller, 'listPart', shop, lastId);
    const part = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
    const lastStart = part.lastIndexOf(PRODUCT_START);
    // An empty part ends the list.
    if (lastStart < 0) break;
    if (!isFirst) yield SEPARATOR;
    yield part.subarray(1, -1);
    lastId = Number.parseInt(part.toString('latin1', lastStart + PRODUCT_START.length), 10);
  }
  yield END;
}
