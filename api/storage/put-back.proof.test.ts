import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runBackup } from '../backup/backup-command.ts';
import { runRestore } from '../backup/restore-command.ts';
import { addViews } from '../catalog/products/view.repository.ts';
import { CAMERA_ID, stockCameras } from '../testing/apps/order-app.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp, TestAppOptions } from '../testing/apps/test-app.ts';
import { FeedClient } from '../testing/clients/feed-client.ts';
import { send } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import { TapDevice } from '../testing/clients/tap-device.ts';
import { copyDatabase, putBackFile, putBackRows } from '../testing/databases/put-back.ts';
import { ON_SQLITE } from '../testing/databases/test-database.ts';

const LAMP = { main_category: 'Lighting', category: 'Lamps', price: '20', availability: 'YES' } as const;
const DEVICES = 3;
const IS_NIGHT = process.env['NIGHT'] === '1';

/** A shop whose database is copied and put back, with devices that follow it. */
class PutBackWorld {
  readonly #folder: string;
  #copies = 0;
  #copy = '';
  app: TestApp;
  readonly tappers: readonly TapDevice[];
  readonly followers: readonly FeedClient[];

  static async start(change?: TestAppOptions['change']): Promise<PutBackWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'hexlime-put-back-'));
    const app = await startTestApp({ dataDir: join(folder, 'data'), ...(change && { change }) });
    await stockCameras(app, 1_000);
    const tappers = [];
    for (let number = 0; number < DEVICES; number++) {
      const { sub, headers } = await signIn(app, `buyer-${number}`);
      tappers.push(new TapDevice(sub, headers, CAMERA_ID));
    }
    const world = new PutBackWorld(folder, app, tappers);
    await world.copy();
    return world;
  }

  private constructor(folder: string, app: TestApp, tappers: readonly TapDevice[]) {
    this.#folder = folder;
    this.app = app;
    this.tappers = tappers;
    this.followers = tappers.map(() => new FeedClient(app.url, 'pc', app.context.states.epoch));
  }

  get #file(): string {
    return join(this.#folder, 'data', 'hexlime.sqlite');
  }

  save = (id: number, title: string) =>
    this.app.context.products.saveProducts('pc', [{ id, fields: { ...LAMP, title } }]);
  remove = (id: number) => this.app.context.products.deleteProducts('pc', [id]);
  view = (id: number) => addViews(this.app.context.write, 'pc', new Map([[id, 1]]));

  /** Copies the database while the server runs. */
  async copy(): Promise<void> {
    this.#copy = join(this.#folder, `copy-${(this.#copies += 1)}`);
    await copyDatabase(this.#file, this.#copy);
  }

  putBackUnderServer(): void {
    putBackRows(this.#file, this.#copy);
  }

  /** Restores a backup that `npm run backup` made of the running server; the first call makes it. */
  async restoreBackup(): Promise<void> {
    const env = { DATA_DIR: join(this.#folder, 'data') };
    const backups = join(this.#folder, 'backups');
    const output = { write: () => true };
    if (!existsSync(backups)) expect(await runBackup([backups], env, output)).toBe(0);
    const [name = ''] = await readdir(backups);
    await this.#restart(async () => expect(await runRestore([join(backups, name)], env, output)).toBe(0));
  }

  restart = (): Promise<void> => this.#restart(async () => undefined);
  putBackAndStart = (): Promise<void> => this.#restart(() => putBackFile(this.#file, this.#copy));

  async #restart(meanwhile: () => Promise<void>): Promise<void> {
    await this.app.stop();
    await meanwhile();
    this.app = await startTestApp({ dataDir: join(this.#folder, 'data') });
  }

  async tap(device: number): Promise<void> {
    this.tappers[device]?.tap();
    await this.ask(device);
  }

  ask = async (device: number): Promise<void> => this.tappers[device]?.exchange(this.app.url);

  /** Lets a device pull the catalogue and compares it with the server's. */
  async follow(device: number): Promise<void> {
    const follower = this.followers[device];
    if (!follower) return;
    follower.url = this.app.url;
    await this.app.context.states.refresh();
    await follower.pull(2);
    const rows = await this.app.context.database.reader
      .selectFrom('product')
      .leftJoin('product_view', (on) =>
        on.onRef('product_view.shop', '=', 'product.shop').onRef('product_view.product_id', '=', 'product.id'),
      )
      .select(['id', 'title', 'product.seq', 'count'])
      .where('product.shop', '=', 'pc')
      .orderBy('id')
      .execute();
    const products = [...follower.products.values()].toSorted((one, other) => one.id - other.id);
    expect(products.map(({ id, title, view_count }) => [id, title, view_count])).toEqual(
      rows.map(({ id, title, count }) => [id, title, count ?? 0]),
    );
    const list = (await send(this.app.url, '/api/sync/pc/browse')).body.toString();
    for (const { title } of rows) expect(list).toContain(`"${title}"`);
  }

  /** Expects the server and each device to have equal rows, and each tap once. */
  async settle(): Promise<void> {
    for (let round = 0; round < 2; round++) for (let device = 0; device < DEVICES; device++) await this.ask(device);
    for (let device = 0; device < DEVICES; device++) await this.follow(device);
    const taps = this.tappers.map((one) => one.taps);
    expect(this.tappers.map(({ lines }) => lines[0]?.quantity ?? 0)).toEqual(taps);
    const carts = await this.app.context.database.reader
      .selectFrom('cart_line')
      .select(['sub', 'quantity'])
      .orderBy('sub')
      .execute();
    expect(carts.map(({ quantity }) => quantity)).toEqual(taps.filter((count) => count > 0));
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const inWorld = async (play: (world: PutBackWorld) => Promise<void>): Promise<void> => {
  const world = await PutBackWorld.start();
  try {
    await play(world);
    await world.settle();
  } finally {
    await world.stop();
  }
};

describe.runIf(ON_SQLITE)('[R6] a database that is put back', () => {
  it.each([
    ['under the running server', 'asks first', (world: PutBackWorld) => world.putBackUnderServer()],
    [
      'under the running server',
      'asks when others have passed its number',
      (world: PutBackWorld) => world.putBackUnderServer(),
    ],
    ['between two starts, as a hot copy', 'asks first', (world: PutBackWorld) => world.putBackAndStart()],
    [
      'between two starts, as a hot copy',
      'asks when others have passed its number',
      (world: PutBackWorld) => world.putBackAndStart(),
    ],
  ] as const)('%s, loses no tap of a device that %s', (_how, order, putBack) =>
    inWorld(async (world) => {
      await world.save(1, 'Kept');
      await world.tap(0);
      await world.follow(0);
      await world.copy();
      for (let count = 0; count < 2; count++) await world.tap(0);
      await world.save(2, 'Lost');
      await world.follow(0);
      await putBack(world);
      if (order !== 'asks first') {
        for (let count = 0; count < 4; count++) await world.tap(1);
        for (const id of [3, 4]) await world.save(id, `Later ${id}`);
      }
      await world.ask(0);
      expect(world.tappers[0]?.lines[0]?.quantity).toBe(3);
      await world.follow(0);
      expect([...(world.followers[0]?.products.values() ?? [])].map(({ title }) => title)).not.toContain('Lost');
    }),
  );

  it('several times never has the same epoch twice', () =>
    inWorld(async (world) => {
      const epochs = [world.app.context.states.epoch];
      await world.tap(0);
      await world.copy();
      const [hotCopy, restore] = [world.putBackAndStart, () => world.restoreBackup()];
      const ways = [hotCopy, hotCopy, async () => world.putBackUnderServer(), restore, restore, hotCopy];
      for (const putBack of ways) {
        await world.tap(0);
        await world.follow(0);
        await putBack();
        await world.ask(0);
        epochs.push(world.app.context.states.epoch);
      }
      expect(new Set(epochs).size).toBe(epochs.length);
    }));

  it('between a commit and its answer does not report the write as done, and the device repeats its taps', async () => {
    let putBack: (() => void) | undefined;
    const world = await PutBackWorld.start((context) => ({
      ...context,
      write: async (...unit) => {
        const result = await context.write(...unit);
        putBack?.();
        return result;
      },
    }));
    await world.tap(0);
    await world.copy();
    await world.tap(0);
    putBack = () => {
      putBack = undefined;
      world.putBackUnderServer();
    };
    await expect(world.tap(0)).rejects.toThrow(/^push: 503 .*not-ready/);
    for (let count = 0; count < 4; count++) await world.tap(1);
    await world.ask(0);
    await world.settle();
    await world.stop();
  });

  const device = fc.nat({ max: DEVICES - 1 });
  const id = fc.integer({ min: 1, max: 4 });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constant('tap'), device) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom('ask', 'follow'), device) },
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom('save', 'remove', 'view'), id) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('copy', 'restart'), fc.constant(0)) },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constantFrom('put back under the server', 'put back and start'), fc.constant(0)),
    },
  );
  const STEPS: Readonly<Record<string, (world: PutBackWorld, value: number, title: string) => unknown>> = {
    tap: (world, value) => world.tap(value),
    ask: (world, value) => world.ask(value),
    follow: (world, value) => world.follow(value),
    save: (world, value, title) => world.save(value, title),
    remove: (world, value) => world.remove(value).catch(() => undefined),
    view: (world, value) => world.view(value),
    copy: (world) => world.copy(),
    restart: (world) => world.restart(),
    'put back under the server': (world) => world.putBackUnderServer(),
    'put back and start': (world) => world.putBackAndStart(),
  };

  it(
    'and every device end with equal rows, whatever was written, copied and put back before',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), (steps) =>
          inWorld(async (world) => {
            for (const [number, [name, value]] of steps.entries()) await STEPS[name]?.(world, value, `Lamp ${number}`);
          }),
        ),
        { numRuns: IS_NIGHT ? 300 : 12 },
      ),
    IS_NIGHT ? 1_800_000 : 60_000,
  );
});
