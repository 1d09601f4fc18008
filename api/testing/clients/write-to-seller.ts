import type { TestApp } from '../apps/test-app.ts';
import { send } from './send.ts';
import type { SignedIn } from './sign-in.ts';

/** Begins a buyer's chat about product 1 with a message. */
export async function writeToSeller({ url }: Pick<TestApp, 'url'>, buyer: SignedIn, content: string): Promise<void> {
  const message = { chat_id: `1-${buyer.sub}`, message_id: crypto.randomUUID(), content, images: [] };
  const ops = [
    { id: crypto.randomUUID(), number: 1, name: 'startChat', args: { product_id: 1 } },
    { id: crypto.randomUUID(), number: 2, name: 'sendMessage', args: message },
  ];
  const { status } = await send(url, '/api/sync/push', {
    method: 'POST',
    headers: { ...buyer.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ client: crypto.randomUUID(), user: buyer.sub, ops }),
  });
  if (status !== 200) throw new Error(`the message was answered with ${status}`);
}
