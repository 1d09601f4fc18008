import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AdminRole } from '#contract/account/roles.ts';
import { createAppContext } from '../app-context.ts';
import { createAdminTokens } from '../identity/admin/admin-tokens.ts';
import { numberOrderChange } from '../orders/order-clock.repository.ts';
import { insertOrder } from '../orders/order.repository.ts';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import type { EventSocket } from '../testing/clients/event-socket.ts';
import { json, send } from '../testing/clients/send.ts';
import { signIn, signInAdmin } from '../testing/clients/sign-in.ts';
import { sampleOrder } from '../testing/sample-order.ts';
import type { EventBus } from '../storage/events/event-bus.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

const PASSWORD = 'correct horse battery';
const HOUR_MS = 3_600_000;

let app: TestApp;
let clock: { ms: number };
const opened: EventSocket[] = [];

beforeEach(async () => {
  clock = { ms: Date.UTC(2026, 0, 1) };
  app = await startTestApp({
    env: { ADMIN_PASSWORD: PASSWORD },
    now: () => clock.ms,
    socketLimits: { adminRecheckMs: 50 },
  });
});
afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.terminate();
  await app.stop();
});

const open = async (headers: Readonly<Record<string, string>> = {}): Promise<EventSocket> => {
  const socket = await openEventSocket(app.url, headers);
  opened.push(socket);
  return socket;
};

/** Logs an administrator in as a browser does. */
async function logIn(): Promise<{ readonly token: string; readonly cookie: string }> {
  const reply = await send(app.url, '/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ password: PASSWORD }),
  });
  const [cookie = ''] = reply.headers['set-cookie'] ?? [];
  return { token: String(json(reply)['token']), cookie: cookie.split(';', 1)[0] ?? '' };
}

/** Records a new order of alice. */
const change = ({ context }: Pick<TestApp, 'context'> = app): Promise<void> =>
  context.write(async (unit) => {
    const numbers = await numberOrderChange(unit, 'demo-alice');
    await insertOrder(unit.trx, sampleOrder(`ord_${numbers.seq}`, 'demo-alice', numbers));
  });

describe('an administrator’s socket', () => {
  beforeEach(() => signIn(app, 'alice'));

  it('is poked with the current number first and then about every order change', async () => {
    await change();
    const { token, cookie } = await logIn();
    const [admin, visitor] = [await open({ cookie }), await open()];
    expect(await admin.ask('registerAdmin', { token })).toEqual({ ack: 1 });
    await change();
    await expect.poll(() => admin.dataOf('adminOrdersChanged')).toEqual([{ seq: 1 }, { seq: 2 }]);
    await visitor.settle();
    expect(visitor.dataOf('adminOrdersChanged')).toEqual([]);
  });

  it('[AUTH8] is poked about orders only with their role, and closes when the role changes', async () => {
    const tokenOf = async (role: AdminRole) => (await signInAdmin(app, [role])).authorization.replace('Bearer ', '');
    const [orders, catalogue] = [await open(), await open()];
    const token = await tokenOf('catalogue');
    expect(await orders.ask('registerAdmin', { token: await tokenOf('orders') })).toEqual({ ack: 1 });
    expect(await catalogue.ask('registerAdmin', { token })).toEqual({ ack: 1 });
    await change();
    await expect.poll(() => orders.dataOf('adminOrdersChanged')).toEqual([{ seq: 1 }]);
    await catalogue.settle();
    expect(catalogue.dataOf('adminOrdersChanged')).toEqual([]);
    const { writer } = app.context.database;
    await writer.updateTable('administrator').set({ roles: '["orders"]' }).execute();
    expect(await catalogue.closed).toBe(4401);
  });

  it('is poked about changes of another process', async () => {
    const { token, cookie } = await logIn();
    const admin = await open({ cookie });
    await admin.ask('registerAdmin', { token });
    const other = await createAppContext(app.context.config);
    await change({ context: other });
    await other.close();
    await expect.poll(() => admin.dataOf('adminOrdersChanged')).toEqual([{ seq: 1 }]);
  });

  it('stays open without pokes after a wrong token or one of another device', async () => {
    const { token, cookie } = await logIn();
    const socket = await open({ cookie });
    const stolen = await open();
    const rejection = { ack: 1, error: { code: 'unauthorized', title: 'Sign in first' } };
    expect(await socket.ask('registerAdmin', { token: `adm_b_${'A'.repeat(43)}` })).toEqual(rejection);
    expect(await stolen.ask('registerAdmin', { token })).toEqual(rejection);
    for (const data of [undefined, {}, { token: 5 }, { token: 'x'.repeat(5_000) }, { token, more: 1 }]) {
      expect(await stolen.ask('registerAdmin', data)).toMatchObject({ error: { code: 'bad-request' } });
    }
    await change();
    await socket.settle();
    expect([...socket.dataOf('adminOrdersChanged'), ...stolen.dataOf('adminOrdersChanged')]).toEqual([]);
  });

  it('is closed when its token ends: at once on logout here, soon on logout elsewhere or expiry', async () => {
    const here = await logIn();
    const first = await open({ cookie: here.cookie });
    await first.ask('registerAdmin', { token: here.token });
    const elsewhere = await logIn();
    const second = await open({ cookie: elsewhere.cookie });
    await second.ask('registerAdmin', { token: elsewhere.token });
    await send(app.url, '/api/login', {
      method: 'DELETE',
      headers: { authorization: `Bearer ${here.token}`, cookie: here.cookie, origin: app.url },
    });
    expect(await first.closed).toBe(4401);
    await second.settle();
    const { database, now } = app.context;
    await createAdminTokens(database, now).end(database.writer, elsewhere.token, elsewhere.cookie.split('=')[1]);
    expect(await second.closed).toBe(4401);

    const old = await logIn();
    const third = await open({ cookie: old.cookie });
    await third.ask('registerAdmin', { token: old.token });
    // An open socket does not count as a use of the token.
    clock.ms += 11 * HOUR_MS;
    await third.settle();
    clock.ms += HOUR_MS;
    expect(await third.closed).toBe(4401);
  });

  it.each([
    ['nodes have missed each other’s events', (bus: EventBus) => bus.reportGap()],
    ['another node reports a logout', (bus: EventBus) => bus.publish({ type: 'admin-logged-out' })],
  ])('whose token has ended is closed when %s, long before the next check', async (_what, tell) => {
    await app.stop();
    app = await startTestApp({ env: { ADMIN_PASSWORD: PASSWORD }, socketLimits: { adminRecheckMs: HOUR_MS } });
    const { token, cookie } = await logIn();
    const admin = await open({ cookie });
    await admin.ask('registerAdmin', { token });
    const { database, now } = app.context;
    await createAdminTokens(database, now).end(database.writer, token, cookie.split('=')[1]);
    tell(app.context.bus);
    expect(await admin.closed).toBe(4401);
  });
});
