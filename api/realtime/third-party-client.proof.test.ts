import { afterEach, beforeEach, expect, it } from 'vitest';
import { startChatApp } from '../testing/apps/chat-app.ts';
import type { ChatApp } from '../testing/apps/chat-app.ts';

let app: ChatApp;
let chatId: string;

beforeEach(async () => {
  app = await startChatApp();
  chatId = await app.startChat('alice');
});
afterEach(() => app.stop());

const contents = (messages: readonly { content: string }[]): string[] => messages.map(({ content }) => content);

it('a client that uses only the specified events can chat as buyer and as seller', async () => {
  const [buyer, seller] = await Promise.all([app.open('alice'), app.open('sam')]);
  buyer.send('registerUser', { userId: 'demo-alice' });
  seller.send('registerUser', { userId: 'demo-sam' });

  for (const [client, participantId] of [
    [buyer, 'demo-alice'],
    [seller, 'demo-sam'],
  ] as const) {
    client.send('getChats', { participantId });
    await expect.poll(() => client.dataOf('chatsList')).toHaveLength(1);
    expect(client.dataOf('chatsList')[0]).toMatchObject([
      {
        id: chatId,
        product_id: 1,
        title: 'Camera 1',
        buyer_name: 'Alice',
        seller_google_id: 'demo-sam',
        last_message: '',
        last_message_time: null,
        has_unread_messages: false,
      },
    ]);
    client.send('joinChat', chatId);
    await expect.poll(() => client.dataOf('chatHistory')).toEqual([[]]);
  }

  buyer.send('sendMessage', { chatId, senderGoogleId: 'demo-alice', content: '  Is it new? 🙂 <b>', images: [] });
  for (const client of [buyer, seller]) {
    await expect.poll(() => client.dataOf('newMessage')).toHaveLength(1);
    expect(client.dataOf('newMessage')[0]).toMatchObject({
      chat_id: chatId,
      sender_google_id: 'demo-alice',
      content: 'Is it new? 🙂 <b>',
      images: [],
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  }
  await expect
    .poll(() => seller.dataOf('chatsList').at(-1)?.[0])
    .toMatchObject({
      last_message: 'Is it new? 🙂 <b>',
      has_unread_messages: true,
    });
  await expect
    .poll(() => buyer.dataOf('chatsList').at(-1)?.[0])
    .toMatchObject({ last_message: 'Is it new? 🙂 <b>', has_unread_messages: false });

  seller.send('markAsRead', { chatId });
  await expect.poll(() => seller.dataOf('chatsList').at(-1)?.[0]).toMatchObject({ has_unread_messages: false });

  seller.send('typing', { chatId, userId: 'demo-sam' });
  await expect.poll(() => buyer.dataOf('typing')).toEqual([{ chatId, userId: 'demo-sam' }]);
  seller.send('stopTyping', { chatId, userId: 'demo-sam' });
  await expect.poll(() => buyer.dataOf('stopTyping')).toEqual([{ chatId, userId: 'demo-sam' }]);
  expect(seller.dataOf('typing')).toEqual([]);

  // A client that joins later gets the history.
  seller.send('sendMessage', { chatId, senderGoogleId: 'demo-sam', content: 'Nearly', images: [] });
  await expect.poll(() => contents(buyer.dataOf('newMessage'))).toEqual(['Is it new? 🙂 <b>', 'Nearly']);
  const phone = await app.open('alice');
  phone.send('joinChat', chatId);
  await expect.poll(() => phone.dataOf('chatHistory').map(contents)).toEqual([['Is it new? 🙂 <b>', 'Nearly']]);

  // A photo is uploaded by a form and referenced by its path.
  const filePath = await app.upload('alice', chatId);
  buyer.send('sendMessage', { chatId, senderGoogleId: 'demo-alice', content: '', images: [filePath] });
  await expect.poll(() => seller.dataOf('newMessage').at(-1)).toMatchObject({ content: '', images: [filePath] });
  await expect.poll(() => phone.dataOf('newMessage')).toHaveLength(1);
  expect((await app.read('sam', filePath)).headers['content-type']).toBe('image/webp');
  await expect
    .poll(() => seller.dataOf('chatsList').at(-1)?.[0])
    .toMatchObject({
      last_message: '',
      last_message_photos: 1,
      unread_count: 1,
    });

  buyer.send('leaveChat');
  await buyer.settle();
  seller.send('sendMessage', { chatId, senderGoogleId: 'demo-sam', content: 'Are you there?', images: [] });
  await expect.poll(() => contents(phone.dataOf('newMessage'))).toEqual(['', 'Are you there?']);
  await buyer.settle();
  expect(buyer.dataOf('newMessage')).toHaveLength(3);
  // Frames and messages need no ids.
  const frames = [...buyer.received, ...seller.received, ...phone.received];
  expect(frames.filter(({ event }) => event === 'error')).toEqual([]);
});
