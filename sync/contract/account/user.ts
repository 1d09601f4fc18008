import * as z from 'zod/mini';

/** Ids of users, chats, orders and messages in payloads and paths. */
export const idSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id'));

/** Ids of the demo's users: no identity provider issues such ids. */
export const demoUserIdSchema = z
  .string()
  .check(z.regex(/^demo-[A-Za-z0-9_-]{1,59}$/, 'must be the id of a demo user'));

/** The signed-in user as described by the identity provider; also the members of the display token. */
export const userSchema = z.object({
  /** The provider's id of the user: the `google_id`, `userId` and `senderGoogleId` of other calls. */
  sub: idSchema,
  name: z.string(),
  email: z.string(),
  /** URL of an avatar, or empty. */
  picture: z.string(),
});
export type User = z.infer<typeof userSchema>;
