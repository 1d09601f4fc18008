import * as z from 'zod/mini';

/** A frame with `id` is answered `{"ack": id, …}`. */
const frameId = z.optional(z.int().check(z.minimum(0)));

/** Messages from client to server. */
export const upMessageSchema = z.discriminatedUnion('event', [
  /** Asks for a sign of life; a browser cannot send protocol pings. */
  z.strictObject({ event: z.literal('ping'), id: frameId, data: z.optional(z.unknown()) }),
]);
export type UpMessage = z.infer<typeof upMessageSchema>;
