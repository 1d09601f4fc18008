import { chatIdOf } from '#contract/chats/chat-path.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import type { MessageView } from '../api/account-api.ts';
import { ChatLoader } from '../account/chats/chat-loader.ts';
import { uploadPhotos } from '../account/outbox/photo-uploads.ts';
import type { AccountCursor } from '../account/store/user-database.ts';
import { AccountDevice, never } from './account-device.ts';
import type { AccountServer } from './account-server.ts';
import { applyAnswer, changesOf } from './apply-answer.ts';
import { imageOf } from './sample-image.ts';

export const CHAT = chatIdOf('demo-alice', 7);

/** A device of a chat member, which also uploads photos. */
export class ChatDevice extends AccountDevice {
  readonly loader: ChatLoader;
  /** Milliseconds by which the clock of uploads is ahead. */
  laterMs = 0;

  constructor(server: AccountServer, idb?: ConstructorParameters<typeof AccountDevice>[1]) {
    super(server, idb);
    const { store, client } = this;
    this.loader = new ChatLoader({ store, client, now: () => ++this.nowMs });
  }

  /** Uploads and exchanges until nothing is left. @throws as ApiClient */
  override async sync(noteProgress?: () => void): Promise<void> {
    await super.sync(noteProgress);
    let hasReleased = false;
    const { store, client } = this;
    await uploadPhotos(
      { store, client, now: () => Date.now() + this.laterMs },
      { signal: never, noteProgress: () => undefined, onReleased: () => (hasReleased = true) },
    );
    if (hasReleased) await super.sync(noteProgress);
  }

  async say(content: string, chatId = CHAT, photos = 0): Promise<void> {
    const paths: string[] = [];
    for (let count = 0; count < photos; count++) paths.push(await this.data.chats.addPhoto(chatId, imageOf(content)));
    await this.data.chats.send(chatId, { content, photos: paths });
  }

  async look(chatId = CHAT): Promise<readonly MessageView[]> {
    return (await this.data.chats.messages(chatId, 1_000)).messages;
  }

  async states(chatId = CHAT): Promise<string[]> {
    return (await this.look(chatId)).map(({ content, state }) => `${content} ${state}`);
  }
}

/** Starts a chat about a product. */
export const startChat = (device: ChatDevice, product_id = 7): Promise<string> =>
  device.data.chats.start({ product_id, title: '', preview: '', placeholder: '', buyer_name: '' });

/** Applies changes of chats as an answer of the server does. */
export const applyChats = async (
  { store }: ChatDevice,
  chats: AccountChanges['chats'],
  asked?: AccountCursor,
): Promise<boolean> =>
  applyAnswer(store, { asked, changes: changesOf({ epoch: (await store.cursor()).epoch, chats }) });
