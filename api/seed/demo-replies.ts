import type { AppContext } from '#api/app-context.ts';
import { createRepliesService } from '#api/chats/replies/replies.service.ts';
import { createStaff } from '#api/chats/staff.ts';
import { findMeta, storeMeta } from '#api/storage/meta.repository.ts';

const SEEDED_KEY = 'demo-replies';
const ACTOR = { id: null, name: 'demo' };

const REPLIES = [
  ['Greeting', 'Hello {buyer}, thank you for your interest in {product}.'],
  [
    'Shipping',
    'It ships within two working days. You get the tracking number by email, and see it on the page of your order.',
  ],
  ['Returns', 'You can return it within 30 days for a full refund, {buyer}. Please keep the box.'],
  ['Still there', 'Yes, it is still there:\n{link}'],
  ['Спасибо', '{buyer}, спасибо за вопрос! Отвечу в течение часа.'],
] as const;

/** Adds canned replies to a demo that has none, once: deleted ones stay deleted. */
export async function seedReplies({
  config,
  database,
  write,
  now,
}: Pick<AppContext, 'config' | 'database' | 'write' | 'now'>): Promise<void> {
  if (config.signIn.name !== 'demo') return;
  if ((await findMeta(database.reader, SEEDED_KEY)) !== undefined) return;
  const service = createRepliesService({ staff: createStaff(config), now });
  await write(async (unit) => {
    // In a demo from before this seed existed, administrators may have added replies of their own.
    const { replies } = await service.read(unit.trx);
    if (replies.length === 0)
      for (const [name, text] of REPLIES)
        await service.save(unit, crypto.randomUUID(), { name, text, version: 0 }, ACTOR);
    await storeMeta(unit.trx, SEEDED_KEY, 'done');
  });
}
