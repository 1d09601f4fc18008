import * as z from 'zod/mini';
import { shopSchema } from '../http/parameters.ts';

/** Messages from server to client. A poke carries no rows: losing one costs only delay. */
export const downMessageSchema = z.union([
  z.object({ event: z.literal('productsChanged'), data: z.object({ shop: shopSchema, seq: z.int() }) }),
  /** The receiver's own cart or orders changed; `seq` is the cursor that includes it. */
  z.object({ event: z.literal('cartChanged'), data: z.object({ seq: z.int() }) }),
  z.object({ event: z.literal('ordersChanged'), data: z.object({ seq: z.int() }) }),
  z.object({
    ack: z.int(),
    data: z.optional(z.unknown()),
    error: z.optional(z.object({ code: z.string(), title: z.string() })),
  }),
  z.object({ event: z.literal('error'), data: z.object({ code: z.string(), title: z.string() }) }),
]);
export type DownMessage = z.infer<typeof downMessageSchema>;
