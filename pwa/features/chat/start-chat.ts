import type { KnownProduct } from '#sync/account/account-api.ts';
import { waitForUserData } from '#pwa/platform/storage/user-data.ts';

/** Starts a user's chat about a product, without network too, or finds the one that there is. @throws Error when the storage fails */
export async function startChat(sub: string, product: KnownProduct): Promise<string> {
  const data = await waitForUserData(sub);
  if (!data) throw new Error('The rows of the user could not be opened');
  return data.chats.start(product);
}
