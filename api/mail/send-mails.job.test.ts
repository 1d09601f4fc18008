import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import type { Job } from '../jobs/job.ts';
import { createOrderChanges } from '../orders/order-changes.ts';
import type { OrderChanges } from '../orders/order-changes.ts';
import { findOrder } from '../orders/order.repository.ts';
import type { OrderRow } from '../orders/order.repository.ts';
import type { Queryable } from '../storage/database.ts';
import type { MailKind } from '../storage/schema/orders.ts';
import { purchaseOf, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { json } from '../testing/clients/send.ts';
import { createRandom } from '../testing/random.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { createMailer } from './mailer.ts';
import type { Mailer } from './mailer.ts';
import { selectDueMails } from './order-mail.repository.ts';
import { createOrderMails } from './order-mails.ts';
import { createSendMailsJob } from './send-mails.job.ts';
import { mailEnv, startFakeSmtp } from './testing/fake-smtp.ts';
import type { FakeSmtp, SmtpFault } from './testing/fake-smtp.ts';
import { ON_SQLITE } from '../testing/databases/test-database.ts';
import { NO_PUSH } from '../push/push-messages.ts';

const HOUR_MS = 3_600_000;

let smtp: FakeSmtp;
let app: TestApp;
let alice: Buyer;
let mailer: Mailer;
let changes: OrderChanges;
let job: Job;
let clock: number;

/** The app itself sends nothing; these tests run the job with a clock that they control. */
beforeEach(async () => {
  smtp = await startFakeSmtp();
  app = await startOrderApp(200);
  alice = await signInBuyer(app, 'alice');
  clock = Date.now();
  ({ job, mailer } = createSender(smtp.url));
});
afterEach(async () => {
  await mailer.close();
  await app.stop();
  await smtp.close();
});

function createSender(
  url: string,
  env: Readonly<Record<string, string>> = {},
  reader: Queryable = app.context.database.reader,
) {
  const { mail } = readConfig({ ...mailEnv({ url }), ...env });
  if (!mail) throw new Error('no settings');
  const { write, stock, log } = app.context;
  const now = (): number => clock;
  changes = createOrderChanges({ stock, now, enqueuePush: NO_PUSH, mails: createOrderMails(now) });
  const sender = createMailer(mail);
  const getShop = () => ({ name: 'Lamp House', origin: 'https://shop.example' });
  const times = { claimMs: mail.timeoutMs + 2_000, everyMs: 1_000 };
  return {
    mailer: sender,
    job: createSendMailsJob({ database: { reader }, write, changes, mailer: sender, getShop, ...times, log, now }),
  };
}

async function place(key = 'key'): Promise<OrderRow> {
  const reply = await alice.buy({ ...purchaseOf(alice.sub), email: 'alice@demo.invalid' }, key);
  return readOrder((json(reply)['order'] as { id: string }).id);
}

const readOrder = async (id: string): Promise<OrderRow> => {
  const order = await findOrder(app.context.database.reader, id);
  if (!order) throw new Error('order not found');
  return order;
};
const enqueue = ({ id }: Pick<OrderRow, 'id'>, kind: MailKind = 'placed'): Promise<void> =>
  app.context.write((unit) => createOrderMails(() => clock).enqueue(unit, id, kind));
const readRows = () =>
  app.context.database.reader.selectFrom('order_mail').select(['kind', 'state', 'attempts']).orderBy('id').execute();

/** Runs the job for days, until no e-mail is left to send. */
async function runForDays(): Promise<void> {
  for (let hour = 0; hour < 24 * 4; hour += 4) {
    await job.run();
    clock += 4 * HOUR_MS;
  }
}

/** Makes the server do these things to the next messages, and take all later ones. */
const plan = (...faults: SmtpFault[]): void => {
  smtp.next = () => faults.shift() ?? 'none';
};
const idsOf = (): (string | undefined)[] => smtp.arrivals.map(({ mail }) => mail.messageId);

describe('an e-mail', () => {
  it.each<[string, SmtpFault]>([
    ['is rejected for now because of its address', { at: 'address', code: 451 }],
    ['is rejected for now as a whole', { at: 'message', code: 452 }],
    ['is cut off before it was sent', 'dropped-before'],
  ])('that %s arrives later, once', async (_title, fault) => {
    await enqueue(await place());
    plan(fault, fault);
    await job.run();
    expect(smtp.arrivals).toEqual([]);
    // The pause has not passed yet.
    await job.run();
    expect(await readRows()).toEqual([{ kind: 'placed', state: 'waiting', attempts: 1 }]);
    await runForDays();
    expect(smtp.arrivals).toHaveLength(1);
    expect(smtp.arrivals[0]?.to).toBe('alice@demo.invalid');
    expect(await readRows()).toEqual([{ kind: 'placed', state: 'sent', attempts: 3 }]);
  });

  it('that the mail server has received is marked as sent, even if reading the next one fails', async () => {
    await enqueue(await place());
    let isBroken = false;
    const failing = new Proxy(app.context.database.reader, {
      get(reader, name) {
        if (isBroken && name === 'selectFrom') throw new Error('disk I/O error');
        const member: unknown = Reflect.get(reader, name, reader);
        return typeof member === 'function' ? (member.bind(reader) as unknown) : member;
      },
    });
    await mailer.close();
    ({ job, mailer } = createSender(smtp.url, {}, failing));
    // Longer than the time after which the job looks for further e-mails.
    smtp.beforeAnswer = async () => {
      isBroken = true;
      await delay(1_500);
    };
    await expect(job.run()).rejects.toThrow('disk I/O error');
    expect(await readRows()).toEqual([{ kind: 'placed', state: 'sent', attempts: 1 }]);
  });

  it('that the mail server took without an answer is sent again, as the same bytes under the same id', async () => {
    await enqueue(await place());
    plan('dropped-after');
    await runForDays();
    expect(smtp.arrivals).toHaveLength(2);
    expect(new Set(smtp.arrivals.map(({ raw }) => raw)).size).toBe(1);
    expect(smtp.arrivals[0]?.mail.messageId).toMatch(/^<[\da-f]{32}@shop\.example>$/);
  });

  it('that is rejected for good is not sent again, and administrators see why until another one arrives', async () => {
    const order = await place();
    await enqueue(order);
    plan({ at: 'address', code: 550 });
    await runForDays();
    expect(smtp.arrivals).toEqual([]);
    expect(await readRows()).toEqual([{ kind: 'placed', state: 'failed', attempts: 1 }]);
    const rejected = await readOrder(order.id);
    expect(rejected.mail_problem).toContain('550 No such mailbox');
    expect(rejected.clock).toBeGreaterThan(order.clock);

    await app.context.write((unit) => changes.setStatus(unit, rejected, 'finished'));
    await runForDays();
    expect(smtp.arrivals.map(({ mail }) => mail.subject)).toEqual(['Payment received: Camera']);
    expect((await readOrder(order.id)).mail_problem).toBe('');
  });

  it('[MAIL3] to a buyer without an address in the order or the login fails, and administrators see why', async () => {
    const order = await place();
    await enqueue(order);
    await app.context.write(({ trx }) => trx.updateTable('purchase').set({ email: '' }).execute());
    await app.context.write(({ trx }) =>
      trx.updateTable('user_account').set({ email: '' }).where('sub', '=', order.sub).execute(),
    );
    await runForDays();
    expect(smtp.arrivals).toEqual([]);
    expect(await readRows()).toEqual([{ kind: 'placed', state: 'failed', attempts: 1 }]);
    expect((await readOrder(order.id)).mail_problem).toContain('no e-mail address');
  });

  it('is given up after three days, and administrators see it', async () => {
    const order = await place();
    await enqueue(order);
    smtp.next = () => ({ at: 'message', code: 421 });
    await runForDays();
    expect(await readRows()).toMatchObject([{ state: 'failed' }]);
    expect((await readOrder(order.id)).mail_problem).toMatch(/^given up: .*421/);
  });

  it('waits for another attempt when the mail server does not answer within the timeout', async () => {
    ({ job, mailer } = createSender(smtp.url, { MAIL_TIMEOUT: '0.2' }));
    await enqueue(await place());
    let release = (): void => undefined;
    smtp.beforeAnswer = () => new Promise((resolve) => (release = resolve));
    await job.run();
    expect(await readRows()).toEqual([{ kind: 'placed', state: 'waiting', attempts: 1 }]);
    release();
    smtp.beforeAnswer = () => Promise.resolve();
    // A busy machine may need longer for an answer than the short limit of the first attempt.
    ({ job, mailer } = createSender(smtp.url));
    await runForDays();
    expect(await readRows()).toEqual([{ kind: 'placed', state: 'sent', attempts: 2 }]);
    expect(new Set(idsOf()).size).toBe(1);
  });

  it('is not sent to a server whose certificate cannot be verified', async () => {
    const secure = await startFakeSmtp({ isSecure: true });
    try {
      ({ job, mailer } = createSender(secure.url));
      await enqueue(await place());
      await job.run();
      expect(secure.arrivals).toEqual([]);
      expect(await readRows()).toEqual([{ kind: 'placed', state: 'waiting', attempts: 1 }]);
    } finally {
      await secure.close();
    }
  });

  it('is sent by one of two processes', async () => {
    await enqueue(await place());
    const other = createSender(smtp.url);
    await Promise.all([job.run(), other.job.run()]);
    expect(smtp.arrivals).toHaveLength(1);
  });

  it('that has become untrue is not sent: about an expired order, or a shipment that was undone', async () => {
    const gone = await place('gone');
    await enqueue(gone);
    await app.context.write((unit) => changes.setStatus(unit, gone, 'expired'));
    const kept = await place('kept');
    const parcel = { postal_service: 'UPS', tracking_number: '1Z' };
    const sent = await app.context.write((unit) => changes.setShipment(unit, kept, { ...parcel, shipped: 1 }));
    await app.context.write((unit) => changes.setShipment(unit, sent, { ...parcel, shipped: 0 }));
    await runForDays();
    expect(smtp.arrivals).toEqual([]);
    expect(await readRows()).toEqual([]);
  });

  it('of each kind is sent once for an order, and again when a shipment marked by mistake is corrected', async () => {
    let order = await place();
    const ship = async (shipped: 0 | 1, tracking_number: string): Promise<void> => {
      const from = order;
      const parcel = { postal_service: 'UPS', tracking_number, shipped };
      order = await app.context.write((unit) => changes.setShipment(unit, from, parcel));
      await runForDays();
    };
    await ship(1, '1Z-WRONG');
    await ship(1, '1Z-WRONG');
    expect(smtp.arrivals).toHaveLength(1);
    await ship(0, '');
    await ship(1, '1Z-RIGHT');
    expect(smtp.arrivals.map(({ mail }) => /1Z-\w+/.exec(mail.text ?? '')?.[0])).toEqual(['1Z-WRONG', '1Z-RIGHT']);
    expect(new Set(idsOf()).size).toBe(2);
  });

  it('that the mail server has received in full is answered before a stop, and is not sent twice', async () => {
    await enqueue(await place());
    let release = (): void => undefined;
    smtp.beforeAnswer = () => new Promise((resolve) => (release = resolve));
    const run = job.run();
    await expect.poll(() => smtp.arrivals.length).toBe(1);
    const closed = mailer.close();
    release();
    await Promise.all([closed, run]);
    expect(await readRows()).toEqual([{ kind: 'placed', state: 'sent', attempts: 1 }]);
    smtp.beforeAnswer = () => Promise.resolve();
    ({ job, mailer } = createSender(smtp.url));
    await runForDays();
    expect(smtp.arrivals).toHaveLength(1);
  });

  it('that the mail server has not received in full is ended at once by a stop, and sent later', async () => {
    await enqueue(await place());
    const addressed = Promise.withResolvers<undefined>();
    smtp.next = () => {
      addressed.resolve(undefined);
      return 'silent';
    };
    const run = job.run();
    await addressed.promise;
    const startedAtMs = performance.now();
    await mailer.close();
    await run;
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
    smtp.next = () => 'none';
    ({ job, mailer } = createSender(smtp.url));
    await runForDays();
    expect(smtp.arrivals).toHaveLength(1);
  });

  it('does not wait for another one that the mail server leaves unanswered, even if it becomes due later', async () => {
    const [first, ...later] = [await place('a'), await place('b'), await place('c')] as const;
    let isFirst = true;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    smtp.beforeAnswer = () => {
      const isHeld = isFirst;
      isFirst = false;
      return isHeld ? released : Promise.resolve();
    };
    await enqueue(first);
    const run = job.run();
    try {
      await expect.poll(() => smtp.arrivals.length).toBe(1);
      for (const order of later) await enqueue(order);
      await expect.poll(async () => (await readRows()).filter(({ state }) => state === 'sent').length).toBe(2);
      expect(smtp.arrivals).toHaveLength(3);
    } finally {
      release();
      await run;
    }
    expect((await readRows()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  });

  it.runIf(ON_SQLITE)('that is due is found by the index, without a scan of those that were sent', async () => {
    const steps = await selectDueMails(app.context.database.reader, clock).explain(undefined, sql`query plan`);
    expect(JSON.stringify(steps)).toContain('USING INDEX order_mail_due');
  });
});

it('no e-mail is lost among many faults, and only those arrive twice that were accepted without an answer', async () => {
  const random = createRandom(17);
  const MAILS = 12;
  for (let index = 0; index < MAILS; index++) {
    const order = await place(`key-${index}`);
    await enqueue(order);
    // Paid, because unpaid ones would reach the stock limit of one buyer.
    await app.context.write((unit) => changes.setStatus(unit, order, 'finished'));
  }
  const FAULTS: readonly SmtpFault[] = [
    'none',
    'none',
    'none',
    'dropped-before',
    'dropped-after',
    { at: 'address', code: 450 },
    { at: 'message', code: 421 },
  ];
  let taken = 0;
  smtp.next = () => {
    const fault = FAULTS[Math.floor(random() * FAULTS.length)] ?? 'none';
    if (fault === 'dropped-after') taken++;
    return fault;
  };
  await runForDays();
  const states = (await readRows()).map(({ state }) => state);
  expect(states).toEqual(Array.from({ length: 2 * MAILS }, () => 'sent'));
  expect(new Set(idsOf()).size).toBe(2 * MAILS);
  expect(smtp.arrivals.length - 2 * MAILS).toBeLessThanOrEqual(taken);
}, 60_000);
