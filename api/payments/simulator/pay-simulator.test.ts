import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseInSimulator, readStock, signInBuyer, startOrderApp } from '../../testing/apps/order-app.ts';
import type { Buyer } from '../../testing/apps/order-app.ts';
import { json, send } from '../../testing/clients/send.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';

let app: TestApp;
let alice: Buyer;

beforeEach(async () => {
  app = await startOrderApp(3);
  alice = await signInBuyer(app, 'alice');
});
afterEach(() => app.stop());

const statusOf = async (): Promise<string | undefined> => (await alice.orders())[0]?.payment_status;

describe('the payment simulator', () => {
  it('shows an invoice escaped and without scripts, only at its own address', async () => {
    await app.context.products.saveProducts('ayz', [{ id: 1, fields: { title: '<b>"Cam" & more</b>' } }]);
    const { pathname } = new URL(String(json(await alice.buy())['payment_url']));
    const page = await send(app.url, pathname);
    expect(page.status).toBe(200);
    expect(page.body.toString()).toContain('$12.50');
    expect(page.body.toString()).toContain('&lt;b&gt;&quot;Cam&quot; &amp; more&lt;/b&gt;');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body.toString()).not.toContain('<script');
    expect((await send(app.url, `${pathname}x`)).status).toBe(404);
  });

  it('speaks the language of its visitor', async () => {
    const { pathname } = new URL(String(json(await alice.buy())['payment_url']));
    const read = async (path: string) =>
      (await send(app.url, path, { headers: { cookie: 'language=ru' } })).body.toString().replaceAll(/\s/g, ' ');
    const page = await read(pathname);
    for (const part of ['<html lang="ru">', '<h1 dir="auto">Camera</h1>', '12,50 $', 'Дать сроку истечь'])
      expect(page).toContain(part);
    expect(await read(`${pathname}x`)).toContain('Счёт не найден');
  });

  it.each([
    ['pay', 'finished', '/success', { available: 2, reserved: 0, sold: 1 }],
    ['short', 'partially_paid', '/cancel', { available: 2, reserved: 1, sold: 0 }],
    ['expire', 'expired', '/cancel', { available: 3, reserved: 0, sold: 0 }],
    ['fail', 'failed', '/cancel', { available: 3, reserved: 0, sold: 0 }],
  ])('%s: the order becomes %s and the visitor returns to %s', async (action, status, path, stock) => {
    const bought = await alice.buy();
    const { pathname } = new URL(String(json(bought)['payment_url']));
    const chosen = await chooseInSimulator(app, bought, action);
    expect([chosen.status, chosen.headers.location]).toEqual([303, pathname]);
    await expect.poll(statusOf).toBe(status);
    const [order] = await alice.orders();
    const { location = '' } = (await send(app.url, pathname)).headers;
    expect([new URL(location).pathname, new URL(location).search]).toEqual([path, `?order=${order?.id}`]);
    expect(await readStock(app)).toEqual({ counters: stock, ledger: stock });
  });

  it('rejects an unknown action, and ignores a second choice', async () => {
    const bought = await alice.buy();
    expect((await chooseInSimulator(app, bought, 'steal')).status).toBe(400);
    expect(await statusOf()).toBe('waiting');
    await chooseInSimulator(app, bought, 'expire');
    await chooseInSimulator(app, bought, 'pay');
    await expect.poll(statusOf).toBe('expired');
  });

  it('continues a payment that was pending when the server stopped', async () => {
    const { context } = app;
    await chooseInSimulator(app, await alice.buy(), 'pay');
    await context.write(({ trx }) => trx.updateTable('demo_invoice').set({ status: 'confirmed' }).execute());
    await app.server.stop();
    const again = await startTestApp({ dataDir: context.config.dataDir, orderingTimes: { simulatorStepMs: 20 } });
    const returned = await signInBuyer(again, 'alice');
    await expect.poll(async () => (await returned.orders())[0]?.payment_status).toBe('finished');
    await again.stop();
  });

  it('is missing when the demo is off', async () => {
    const { pathname } = new URL(String(json(await alice.buy())['payment_url']));
    const { dataDir } = app.context.config;
    const real = await startTestApp({ dataDir, env: { DEMO: '0' } });
    expect((await send(real.url, pathname)).status).toBe(404);
    expect((await send(real.url, '/api/payments/demo/notices', { method: 'POST', body: '{}' })).status).toBe(404);
    await real.stop();
  });
});
