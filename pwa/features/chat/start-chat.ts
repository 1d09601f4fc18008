import type { KnownProduct } from '#sync/api/outbox-record.ts';
import { waitForUserData } from '#pwa/platform/storage/user-data.ts';

/** Starts a user's chat about a product, online or offline, or returns the existing one. @throws Error when the storage fails */
export async function startChat(sub: string, product: KnownProduct): Promise<string> {
  const data = await waitForUserData(sub);
  if (!data) throw new Error('cannot open the user database');
  return data.chats.start(product);
}
