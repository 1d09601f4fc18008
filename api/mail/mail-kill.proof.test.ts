import { expect, it } from 'vitest';
import { createBuyer, stockCameras } from '../testing/apps/order-app.ts';
import { startServerProcess } from '../testing/processes/server-process.ts';
import { openShopFolder, SHOP_PROCESS_ENV } from '../testing/processes/shop-folder.ts';
import { mailEnv, startFakeSmtp } from './testing/fake-smtp.ts';

it('[MAIL2] a server killed before or after the mail server took an e-mail does not lose the e-mail', async () => {
  const smtp = await startFakeSmtp();
  const folder = await openShopFolder();
  await stockCameras(folder, 10);
  const [buyer] = await folder.addBuyers(1);
  // Always on the port of the first start, so that links are the same.
  const launch = (PORT = '0') =>
    startServerProcess(folder.dataDir, { ...SHOP_PROCESS_ENV, ...mailEnv(smtp), MAIL_TIMEOUT: '1', PORT });
  let server = launch();
  try {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    smtp.beforeAnswer = () => {
      arrive();
      return new Promise(() => undefined);
    };
    const url = await server.url();
    const { port } = new URL(url);
    const alice = createBuyer(url, buyer?.sub ?? '', buyer?.headers ?? {});
    await alice.buy(undefined, 'one');
    await arrived;
    await server.kill();
    smtp.beforeAnswer = () => Promise.resolve();
    let atAddress = (): void => undefined;
    const addressed = new Promise<void>((resolve) => (atAddress = resolve));
    smtp.next = () => {
      atAddress();
      return 'silent';
    };
    server = launch(port);
    await server.url();
    await addressed;
    await server.kill();
    smtp.next = () => 'none';
    server = launch(port);
    await server.url();
    await expect.poll(() => smtp.arrivals.length).toBe(2);
    // The message that was accepted without an answer, and the same message again.
    expect(new Set(smtp.arrivals.map(({ raw }) => raw)).size).toBe(1);
    await expect
      .poll(() => folder.context.database.reader.selectFrom('order_mail').select('state').execute())
      .toEqual([{ state: 'sent' }]);
  } finally {
    await server.kill();
    await folder.close();
    await smtp.close();
  }
}, 60_000);
