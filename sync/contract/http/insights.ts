import * as z from 'zod/mini';
import { MAX_INSIGHT_ROWS } from '../limits.ts';
import { productIdSchema } from '../products/product.ts';
import { adminEndpoint } from './endpoint.ts';
import { shopSchema } from '../text/parameters.ts';

/** A chat whose newest messages are the buyer's; without the buyer's name and the messages. */
const unansweredChatSchema = z.object({
  /** Holds the buyer's id, as each link to a chat does. */
  id: z.string(),
  /** Title of the product when the chat was started. */
  title: z.string(),
  /** ISO 8601: the first message without an answer. */
  waiting_since: z.string(),
  /** Messages without an answer. */
  messages: z.int(),
});

const watchedProductSchema = z.object({
  shop: shopSchema,
  id: productIdSchema,
  title: z.string(),
  devices: z.int(),
});
export type WatchCount = z.infer<typeof watchedProductSchema>;

const versionCountSchema = z.object({
  /** Null: the device's app does not send its version, or the device has not called since the server began to store versions. */
  version: z.nullable(z.string()),
  devices: z.int(),
  /** ISO 8601; up to an hour behind. */
  last_used_at: z.string(),
});
export type VersionCount = z.infer<typeof versionCountSchema>;

/** Figures that only the server knows. A part is null for administrators without its role. */
export const serverFiguresSchema = z.object({
  /** Role `chat`. The chats that wait longest come first, `MAX_INSIGHT_ROWS` of them. */
  chats: z.nullable(z.object({ total: z.int(), rows: z.array(unansweredChatSchema) })),
  /** Role `catalogue`. In each shop the products that most devices watch come first, `MAX_INSIGHT_ROWS` of them. */
  watched: z.nullable(z.array(watchedProductSchema)),
  /** Role `owner`. Devices on which shoppers are signed in. */
  versions: z.nullable(z.array(versionCountSchema)),
});
export type ServerFigures = z.infer<typeof serverFiguresSchema>;

export const getInsights = adminEndpoint('any', 'GET /api/admin-insights', {
  summary: `Unanswered chats, watched products and app versions, each as far as the caller’s roles allow; at most ${MAX_INSIGHT_ROWS} rows each`,
  reply: serverFiguresSchema,
});
