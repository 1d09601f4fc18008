import sharp from 'sharp';
import type { AppContext } from '../../app-context.ts';
import { createChatsService } from '../../chats/chats.service.ts';
import { uploadPhotos } from '../clients/chat-client.ts';
import { openEventSocket } from '../clients/event-socket.ts';
import type { EventSocket, ReceivedFrame } from '../clients/event-socket.ts';
import { json, send } from '../clients/send.ts';
import type { Reply } from '../clients/send.ts';
import { signIn } from '../clients/sign-in.ts';
import { startTestApp } from './test-app.ts';
import type { TestApp, TestAppOptions } from './test-app.ts';

/** Number of products; their ids start at 1. */
const PRODUCTS = 3;
const WIDE = { burst: 1e6, perSecond: 1e6 } as const;

/** A demo server with some products to chat about. */
export interface ChatApp extends TestApp {
  /** Opens a socket of `demo-NAME`. */
  open(name: string, onFrame?: (frame: ReceivedFrame) => void): Promise<EventSocket>;
  /** Opens a socket without a session. */
  openVisitor(): Promise<EventSocket>;
  /** Starts the chat of `demo-NAME` about a product; returns its id. */
  startChat(name: string, productId?: number): Promise<string>;
  /** Requests a path as `demo-NAME`. */
  read(name: string, path: string): Promise<Reply>;
  /** Uploads a photo as `demo-NAME`; returns its path. */
  upload(name: string, chatId: string): Promise<string>;
  /** Sends a message as `demo-NAME` without a socket, like the outbox. */
  say(name: string, chatId: string, content: string, context?: AppContext): Promise<void>;
}

export async function startChatApp(options: TestAppOptions = {}): Promise<ChatApp> {
  const app = await startTestApp({ chats: { messageRate: WIDE }, ...options });
  await app.context.products.saveProducts(
    'ayz',
    Array.from({ length: PRODUCTS }, (_, index) => ({
      id: index + 1,
      fields: { title: `Camera ${index + 1}`, main_category: 'Photo', category: 'Cameras' },
    })),
  );
  const opened: EventSocket[] = [];
  const chats = createChatsService({
    listStaff: async () => ['demo-sam', 'demo-ada'],
    sellerSub: 'demo-sam',
    now: Date.now,
  });
  const identities = new Map<string, ReturnType<typeof signIn>>();
  const identify = (name: string) => {
    const known = identities.get(name) ?? signIn(app, name);
    identities.set(name, known);
    return known;
  };
  const open = async (headers: Readonly<Record<string, string>>, onFrame?: (frame: ReceivedFrame) => void) => {
    const socket = await openEventSocket(app.url, headers, onFrame);
    opened.push(socket);
    return socket;
  };
  return {
    ...app,
    open: async (name, onFrame) => open((await identify(name)).headers, onFrame),
    openVisitor: () => open({}),
    async startChat(name, productId = 1) {
      const { sub, headers } = await identify(name);
      const reply = await send(app.url, '/api/chats', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ productId, buyerGoogleId: sub }),
      });
      return String(json(reply)['id']);
    },
    read: async (name, path) => send(app.url, path, { headers: (await identify(name)).headers }),
    async upload(name, chatId) {
      const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#4f7f00' } })
        .jpeg()
        .toBuffer();
      const { body } = await uploadPhotos(app, await identify(name), chatId, [{ bytes }]);
      return String(body['filePath']);
    },
    async say(name, chatId, content, context = app.context) {
      await context.write((unit) =>
        chats.send(unit, `demo-${name}`, { chat_id: chatId, message_id: crypto.randomUUID(), content, images: [] }),
      );
    },
    async stop() {
      for (const { socket } of opened) socket.terminate();
      await app.stop();
    },
  };
}
