import type { AppContext } from '#api/app-context.ts';
import { CART_SHOP } from '#api/cart/cart-shop.ts';
import { listNamedStaff } from '#api/chats/staff.ts';
import { createChatsService } from '#api/chats/chats.service.ts';
import { createPhotos } from '#api/chats/photos.ts';
import { CallerLife } from '#api/http/caller/caller-life.ts';
import { imagePath } from '#api/images/image-paths.ts';
import { DEMO_ISSUER } from '#api/identity/sign-in/demo-identity.ts';
import { DEMO_SELLER_ID, DEMO_USERS } from '#api/config/demo-users.ts';
import { claimRealm } from '#api/identity/identity-realm.ts';
import { saveUser } from '#api/identity/user.repository.ts';
import { findMeta, storeMeta } from '#api/storage/meta.repository.ts';
import { chatIdOf, photoPath } from '#contract/chats/chat-path.ts';
import { findSeedState } from './seed-state.repository.ts';

/** What seeding chats needs. */
export type ChatSeedContext = Pick<AppContext, 'config' | 'database' | 'write' | 'blobs' | 'now'>;

interface DemoMessage {
  readonly from: 'buyer' | 'seller';
  readonly minutesAgo: number;
  readonly content: string;
  /** Whether the product's first image is attached as a photo. */
  readonly hasPhoto?: true;
}

interface DemoChat {
  readonly buyer: string;
  /** The product's position in the demo catalogue, from 1. */
  readonly productId: number;
  readonly messages: readonly DemoMessage[];
  /** Number of messages that each side has read. */
  readonly readByBuyer: number;
  readonly readBySeller: number;
}

const CHATS: readonly DemoChat[] = [
  {
    buyer: 'demo-alice',
    productId: 13,
    messages: [
      { from: 'buyer', minutesAgo: 4_400, content: 'How is the battery of the acceptable one?' },
      { from: 'seller', minutesAgo: 4_370, content: 'It holds 86% of what it held when it was new.', hasPhoto: true },
      { from: 'buyer', minutesAgo: 4_360, content: 'Good to know. I would like to think about it.' },
      {
        from: 'seller',
        minutesAgo: 4_355,
        content: 'Take your time: tap the heart, and it stays on your wish list with its price.',
      },
    ],
    readByBuyer: 4,
    readBySeller: 4,
  },
  {
    buyer: 'demo-alice',
    productId: 1,
    messages: [
      { from: 'buyer', minutesAgo: 1_560, content: 'Hello! Is the keyboard of this one lit?' },
      { from: 'seller', minutesAgo: 1_530, content: 'Hi Alice, yes, in two steps. This is it:', hasPhoto: true },
      { from: 'buyer', minutesAgo: 1_525, content: 'Lovely, thank you 👍' },
      { from: 'seller', minutesAgo: 95, content: 'Another very good one has just come in, if you still look for one.' },
    ],
    readByBuyer: 3,
    readBySeller: 4,
  },
  {
    buyer: 'demo-bob',
    productId: 6,
    messages: [
      { from: 'buyer', minutesAgo: 42, content: 'Does the monitor come with its stand?' },
      { from: 'buyer', minutesAgo: 41, content: 'I mean this one:', hasPhoto: true },
      { from: 'buyer', minutesAgo: 40, content: 'And could I fetch it on Saturday?' },
    ],
    readByBuyer: 3,
    readBySeller: 0,
  },
];

/** The `meta` row that exists once the chats, and with them the demo's users, were added. */
export const DEMO_CHATS_KEY = 'demo-chats';
const PHOTO_ID = 'demo-photo';

/**
 * Adds chats between the demo's users, once. Does nothing with real sign-in, with another seller, or without the demo catalogue. An
 * interrupted run is completed by the next start.
 */
export async function seedChats(context: ChatSeedContext): Promise<void> {
  const { config, database, write, blobs, now } = context;
  if (config.signIn.name !== 'demo' || config.sellerUserId !== DEMO_SELLER_ID) return;
  const state = await findSeedState(database, CART_SHOP);
  if (state === undefined || state === 'begun') return;
  if ((await findMeta(database.reader, DEMO_CHATS_KEY)) !== undefined) return;
  let clockMs = now();
  const staff = listNamedStaff(config);
  const chats = createChatsService({ listStaff: async () => staff, sellerSub: DEMO_SELLER_ID, now: () => clockMs });
  const photos = createPhotos({ database, write, blobs, now });

  const isDemoRealm = await write(async (unit) => {
    if (!(await claimRealm(unit.trx, DEMO_ISSUER))) return false;
    for (const { sub, name, email } of DEMO_USERS) {
      await saveUser(unit.trx, { sub, name, email, picture: '' }, DEMO_ISSUER, now());
    }
    for (const { buyer, productId } of CHATS) await chats.start(unit, buyer, productId);
    return true;
  });
  if (!isDemoRealm) return;

  for (const { buyer, productId, messages } of CHATS) {
    const image = await blobs.find(imagePath(CART_SHOP, productId, 1));
    const withPhoto = messages.find(({ hasPhoto }) => hasPhoto);
    if (!image || !withPhoto) continue;
    await photos.store({
      chatId: chatIdOf(buyer, productId),
      sub: withPhoto.from === 'buyer' ? buyer : DEMO_SELLER_ID,
      id: PHOTO_ID,
      bytes: image.bytes,
      life: new CallerLife(),
    });
  }

  await write(async (unit) => {
    for (const { buyer, productId, messages, readByBuyer, readBySeller } of CHATS) {
      const chat_id = chatIdOf(buyer, productId);
      for (const [index, { from, minutesAgo, content, hasPhoto }] of messages.entries()) {
        clockMs = now() - minutesAgo * 60_000;
        await chats.send(unit, from === 'buyer' ? buyer : DEMO_SELLER_ID, {
          chat_id,
          message_id: `demo-${index + 1}`,
          content,
          images: hasPhoto ? [photoPath(chat_id, PHOTO_ID)] : [],
        });
      }
      await chats.markRead(unit, buyer, { chat_id, seq: readByBuyer });
      for (const sub of staff) await chats.markRead(unit, sub, { chat_id, seq: readBySeller });
    }
    await storeMeta(unit.trx, DEMO_CHATS_KEY, 'done');
  });
}
