import * as z from 'zod/mini';
import { idSchema } from '../user.ts';

/** A frame with `id` is answered `{"ack": id, …}`. */
const frameId = z.optional(z.int().check(z.minimum(0)));

/** Messages from client to server. */
export const upMessageSchema = z.discriminatedUnion('event', [
  /** Asks for a sign of life; a browser cannot send protocol pings. */
  z.strictObject({ event: z.literal('ping'), id: frameId, data: z.optional(z.unknown()) }),
  /** Names the user of the socket, who must be the one of its session. A session alone is enough for pokes. */
  z.strictObject({ event: z.literal('registerUser'), id: frameId, data: z.object({ userId: idSchema }) }),
]);
export type UpMessage = z.infer<typeof upMessageSchema>;
