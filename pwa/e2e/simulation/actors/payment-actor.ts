import { openDemoGateway, PAY_PATH } from '#api/payments/demo-gateway.ts';
import { createPaySimulator } from '#api/payments/simulator/pay-simulator.ts';
import type { DemoInvoice } from '#api/payments/simulator/demo-invoice.repository.ts';
import { checkPaid } from '../invariants/order-invariants.ts';
import { ORIGIN } from '../world/sim-server.ts';
import { NoticeDelivery } from '../world/notice-delivery.ts';
import { selectByIndex, Violation } from '../plans/step.ts';
import type { Actor, Step } from '../plans/step.ts';
import type { World } from '../world/world.ts';

const ACTIONS = ['pay', 'pay', 'pay', 'pay', 'short', 'expire', 'fail'];
const MOVING = ['confirming', 'confirmed', 'sending'];
const WAY = ['waiting', ...MOVING, 'finished'];
/** Time between two states of an invoice. */
const STEP_MS = 1_000;
const NOTICES_PATH = '/api/payments/demo/notices';

/** Key, in a world's memory, that is set when the server's data was put back under the running process. */
export const PUT_BACK_UNDER_SERVER = 'put back under the server';

const lineOf = (world: World): NoticeDelivery => world.memory.get('notices') as NoticeDelivery;

/** The payment provider: buyers pay or do not; notices arrive late, twice, out of order, and sometimes forged. */
export const paymentActor: Actor = {
  name: 'payments',
  steps: [
    {
      kind: 'pay',
      weight: 8,
      plan: (choice) => ({ place: choice.below(4), action: choice.oneOf(ACTIONS) }),
      run: choose,
    },
    {
      kind: 'notice again',
      weight: 6,
      plan: (choice) => ({
        place: choice.below(4),
        earlier: choice.oneOf([0, 1, 2, 3, 4, 4, 4]),
        delayMs: choice.oneOf([0, 0, 500, 5_000]),
        isForged: choice.below(4) === 0,
      }),
      run: tellAgain,
    },
    {
      kind: 'outage',
      weight: 2,
      plan: (choice) => ({ minutes: choice.oneOf([1, 60, 3 * 1_440]) }),
      run: async (world, { minutes }) => {
        await world.server.crash();
        world.server.skewMs += Number(minutes) * 60_000;
        await world.server.start();
      },
    },
  ],

  begin(world) {
    const line = new NoticeDelivery(world);
    world.memory.set('notices', line);
    Object.assign(globalThis, { fetch: line.fetch });
  },

  async heal(world) {
    // The demo's provider, unlike a real one, keeps its invoices in the server's data. After that was put back, the provider must
    // be started again to continue with them.
    if (!world.memory.delete(PUT_BACK_UNDER_SERVER)) return;
    const { context } = world.server;
    const gateway = await world.still.finish(openDemoGateway(context));
    const options = { ...context, gateway, getOwnUrl: () => ORIGIN, stepMs: STEP_MS };
    await world.still.finish(Promise.resolve(world.server.inside(() => createPaySimulator(options).resume())));
  },

  checkAtRest(world) {
    const invoices = invoicesOf(world);
    // The demo's provider keeps its invoices in the server's data: it knows nothing of those that a restored backup lacks.
    const known = new Set(invoices.map(({ id }) => id));
    const waiting = lineOf(world).waiting.filter(({ body }) => known.has(invoiceIn(body)));
    if (waiting.length > 0) throw new Violation('notices confirmed', `${waiting.length} are not`);
    const moving = invoices.find(({ status }) => MOVING.includes(status));
    if (moving) throw new Violation('payments settle', `${moving.id} is ${moving.status}`);
    checkPaid(world);
  },
};

const invoiceIn = (body: unknown): string => (JSON.parse(String(body)) as { readonly invoice_id: string }).invoice_id;

const invoicesOf = (world: World): DemoInvoice[] => world.rows('select * from demo_invoice order by rowid desc');

/** A buyer acts on the payment page of one of the newest invoices. */
function choose(world: World, { place, action }: Step): void {
  const waiting = invoicesOf(world).filter(({ status }) => status === 'waiting');
  const invoice = selectByIndex(waiting, place);
  if (!invoice) return;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const call = { method: 'POST', path: `${PAY_PATH}${invoice.id}`, headers, body: `action=${action}` };
  void world.server.handle(call, '10.8.8.8').catch(() => undefined);
}

/** Repeats an earlier notice of an invoice, or sends a forged one. */
async function tellAgain(world: World, { place, earlier, delayMs, isForged }: Step): Promise<void> {
  const invoice = selectByIndex(invoicesOf(world), place);
  if (!invoice || !world.server.isUp) return;
  // The server may be dying or its disk full.
  const gateway = await openDemoGateway(world.server.context).catch(() => undefined);
  if (!gateway) return;
  const told = WAY.includes(invoice.status)
    ? WAY.slice(0, WAY.indexOf(invoice.status) + 1)
    : ['waiting', invoice.status];
  const status = told[Number(earlier) % told.length] ?? invoice.status;
  const { body, headers } = gateway.signNotice({ ...invoice, status: isForged ? 'confirming' : status });
  const forged = { ...headers, 'x-demo-signature': '0'.repeat(64) };
  const call = { method: 'POST', path: NOTICES_PATH, headers: isForged ? forged : headers, body };
  lineOf(world).send(call, Number(delayMs));
}
