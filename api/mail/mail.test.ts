import { afterEach, beforeEach, expect, it } from 'vitest';
import { DELETE_CONFIRMATION } from '#contract/http/my-data.ts';
import { chooseInSimulator, createBuyer } from '../testing/apps/order-app.ts';
import { purchaseOf, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { json, send } from '../testing/clients/send.ts';
import { signIn, signInAdmin } from '../testing/clients/sign-in.ts';
import { mailEnv, startFakeSmtp } from './testing/fake-smtp.ts';
import type { FakeSmtp } from './testing/fake-smtp.ts';

const HOSTILE = '</title><img src=//evil.example/t.gif> "\'& \u202Eمرحبا';

let smtp: FakeSmtp;
let app: TestApp | undefined;
beforeEach(async () => {
  smtp = await startFakeSmtp();
});
afterEach(async () => {
  await app?.stop();
  app = undefined;
  await smtp.close();
});

const start = async (env: Readonly<Record<string, string>> = mailEnv(smtp)): Promise<[TestApp, Buyer]> => {
  app = await startOrderApp(10, { env });
  return [app, await signInBuyer(app, 'alice')];
};
const subjects = (): (string | undefined)[] => smtp.arrivals.map(({ mail }) => mail.subject);

async function payAndShip(server: TestApp, buyer: Buyer, email = 'Alice@demo.invalid'): Promise<void> {
  const bought = await buyer.buy({ ...purchaseOf(buyer.sub, 2), email });
  await chooseInSimulator(server, bought, 'pay');
  await expect.poll(async () => (await buyer.orders())[0]?.payment_status).toBe('finished');
  const admin = createBuyer(server.url, buyer.sub, await signInAdmin(server));
  const { id } = json(bought)['order'] as { id: string };
  const parcel = { shipped: true, postal_service: 'ups', tracking_number: '1Z 999' };
  expect((await admin.call('PATCH', `/api/admin-purchases/${id}/shipped`, parcel)).status).toBe(200);
}

it('[MAIL1] a buyer gets one e-mail each when an order is placed, paid and sent, as text and HTML', async () => {
  const [server, alice] = await start();
  await payAndShip(server, alice);
  await expect
    .poll(subjects)
    .toEqual([
      expect.stringMatching(/^We have your order: Camera/),
      'Payment received: Camera',
      'Your order is on its way: Camera',
    ]);
  for (const { to, mail } of smtp.arrivals) {
    expect(to).toBe('alice@demo.invalid');
    expect(mail.from?.text).toBe('"Hexlime" <orders@shop.example>');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    for (const text of [mail.text, mail.html]) {
      for (const fact of ['Camera', '$25', 'Lime Street 1', `#${(await alice.orders())[0]?.number}`]) {
        expect(text).toContain(fact);
      }
    }
  }
  const page = `/account?order=${(await alice.orders())[0]?.id}`;
  expect(smtp.arrivals.map(({ mail }) => mail.text?.includes(page))).toEqual([true, true, false]);
  const sent = smtp.arrivals[2]?.mail;
  expect(sent?.text).toContain('Track with UPS: https://www.ups.com/track?tracknum=1Z999');
  expect(sent?.html).toContain('href="https://www.ups.com/track?tracknum=1Z999"');
  const orders = JSON.parse((await alice.call('GET', '/api/my-data')).body.toString()) as { orders: unknown };
  expect(orders.orders).toMatchObject([{ mails: ['placed', 'paid', 'sent'].map((kind) => ({ kind, state: 'sent' })) }]);
});

it('[MAIL7] e-mails go to the address of the form; one that is not verified gets no text of the buyer', async () => {
  const [server, alice] = await start();
  await payAndShip(server, alice, 'home@family.example');
  await expect.poll(() => smtp.arrivals.map(({ to }) => to)).toEqual(Array(3).fill('home@family.example'));
  for (const { mail } of smtp.arrivals) {
    for (const text of [mail.text, mail.html]) {
      for (const fact of ['Camera', '$25', 'this address was entered']) expect(text).toContain(fact);
      for (const typed of ['Lime Street', 'Limetown', '12345', 'Alice', 'alice']) expect(text).not.toContain(typed);
    }
  }
});

it('[MAIL7] unverified addresses get e-mails about at most 3 orders a day per address, and 5 per buyer', async () => {
  const [server, alice] = await start();
  const order = async (buyer: Buyer, email: string): Promise<void> => {
    const count = smtp.arrivals.length;
    const { id } = json(await buyer.buy({ ...purchaseOf(buyer.sub), email }, crypto.randomUUID()))['order'] as {
      id: string;
    };
    // Deleted orders count: placing and deleting costs nothing.
    await expect.poll(() => smtp.arrivals.length).toBe(count + 1);
    await buyer.call('DELETE', `/api/purchase/${id}`);
  };
  const bob = await signInBuyer(server, 'bob');
  await order(alice, 'victim@there.example');
  await order(bob, 'VICTIM@there.example');
  await order(alice, 'victim@there.example');
  await order(alice, 'victim@there.example');
  await order(bob, 'Victim@there.example');
  for (const name of ['one', 'two', 'three']) await order(alice, `${name}@there.example`);
  await order(alice, 'alice@demo.invalid');
  expect(smtp.arrivals.map(({ to }) => to)).toEqual([
    'victim@there.example',
    'VICTIM@there.example',
    'victim@there.example',
    'alice@demo.invalid',
    'bob@demo.invalid',
    'one@there.example',
    'two@there.example',
    'alice@demo.invalid',
    'alice@demo.invalid',
  ]);
});

it('[MAIL6] e-mails about an order keep the language in which the buyer placed it', async () => {
  const [server, alice] = await start();
  const { headers } = await signIn(server, 'alice');
  const inRussian = createBuyer(server.url, alice.sub, {
    ...headers,
    'accept-language': 'ru-RU,ru;q=0.9,en;q=0.5',
  });
  // The choice made on the device counts more than the languages of its browser.
  const inEnglish = createBuyer(server.url, alice.sub, {
    ...headers,
    cookie: `${headers.cookie}; language=en`,
    'accept-language': 'ru',
  });
  await payAndShip(server, inRussian);
  await expect
    .poll(subjects)
    .toEqual(['Ваш заказ принят: Camera', 'Платёж получен: Camera', 'Ваш заказ в пути: Camera']);
  const [placed] = smtp.arrivals;
  expect(placed?.mail.html).toContain('<html lang="ru">');
  for (const text of [placed?.mail.text, placed?.mail.html]) {
    expect(String(text).replaceAll(/\s/g, ' ')).toContain('25 $');
    expect(text).toContain('Состояние');
  }
  await inEnglish.buy(purchaseOf(alice.sub, 1), 'two');
  await expect.poll(() => subjects().at(-1)).toBe('We have your order: Camera');
  const orders = JSON.parse((await alice.call('GET', '/api/my-data')).body.toString()) as { orders: object[] };
  expect(orders.orders.map((order) => (order as { language: string }).language).toSorted()).toEqual(['en', 'ru']);
});

it('[MAIL5] texts of products and buyers stay text, whatever they contain, and nothing is loaded', async () => {
  const [server, alice] = await start();
  await server.context.products.saveProducts('ayz', [
    {
      id: 1,
      fields: {
        title: HOSTILE,
        good_condition_price: '12.5',
        good_condition_available_quantity: '5',
      },
    },
  ]);
  expect(
    (
      await alice.buy({
        ...purchaseOf(alice.sub),
        email: 'alice@demo.invalid',
        contact_name: HOSTILE,
        address: 'x'.repeat(100),
      })
    ).status,
  ).toBe(200);
  await expect.poll(() => smtp.arrivals.length).toBe(1);
  const mail = smtp.arrivals[0]?.mail;
  expect(mail?.subject).toBe(`We have your order: ${HOSTILE}`);
  expect(mail?.text).toContain(`Item: ${HOSTILE}`);
  expect(mail?.html).toContain('&lt;img src=//evil.example/t.gif&gt;');
  expect(mail?.html).not.toMatch(/<(img|script|link|iframe)\b|url\(|src=(?!\/\/evil)/);
});

it('[MAIL5] no line of a text becomes a header or another address', async () => {
  const [server, alice] = await start();
  const lines = 'Phone\r\nBcc: spy@evil.example\r\n\r\nBody';
  const fields = { title: lines, good_condition_price: '12.5', good_condition_available_quantity: '5' };
  await server.context.products.saveProducts('ayz', [{ id: 1, fields }]);
  const buy = (more: object) => alice.buy({ ...purchaseOf(alice.sub), email: 'alice@demo.invalid', ...more });
  for (const more of [
    { email: 'alice@demo.invalid, spy@evil.example' },
    { email: 'alice@demo.invalid\r\nBcc: spy@evil.example' },
    { contact_name: lines },
  ])
    expect((await buy(more)).status).toBe(400);
  expect((await buy({})).status).toBe(200);
  await expect.poll(() => smtp.arrivals.length).toBe(1);
  const { mail, to } = smtp.arrivals[0] ?? expect.unreachable();
  expect([...mail.headers.keys()]).not.toContain('bcc');
  expect(to).toBe('alice@demo.invalid');
});

it('[MAIL4] without mail settings no e-mail is stored, and none is left after buyers delete their data', async () => {
  const [plain, ann] = await start({});
  await payAndShip(plain, ann);
  const rowsOf = (server: TestApp) => server.context.database.reader.selectFrom('order_mail').selectAll().execute();
  expect(await rowsOf(plain)).toEqual([]);
  await plain.stop();

  const [server, alice] = await start();
  smtp.next = () => ({ at: 'message', code: 450 });
  await alice.buy();
  await expect.poll(async () => (await rowsOf(server))[0]?.attempts).toBe(1);
  const erased = await alice.call('DELETE', '/api/my-data', { confirmation: DELETE_CONFIRMATION });
  expect(erased.status).toBe(204);
  expect(await rowsOf(server)).toEqual([]);
});

it('the demo shows the e-mails of its orders, and no other server does', async () => {
  const [server, alice] = await start({});
  await payAndShip(server, alice);
  const list = await send(server.url, '/dev/mail');
  const paths = [...list.body.toString().matchAll(/href="(\/dev\/mail\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(paths).toHaveLength(6);
  for (const path of paths) {
    const reply = await send(server.url, path);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe(
      path.endsWith('.txt') ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
    );
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
    expect(reply.body.toString()).toContain('Camera');
  }
  expect((await send(server.url, '/dev/mail/ord_none/paid')).status).toBe(404);
  await server.stop();
  app = await startTestApp({ env: { GOOGLE_CLIENT_ID: 'a.apps.googleusercontent.com' } });
  expect((await send(app.url, '/dev/mail')).status).toBe(404);
});
