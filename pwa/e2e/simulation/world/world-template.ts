import { mkdtempSync, rmSync } from 'node:fs';
import { DATA_SIZES } from '#api/data-sizes.ts';
import type { ShopKey } from '#contract/shops.ts';
import { createDemoCredential } from '#contract/http/demo-identity.ts';
import { createSession } from '#contract/http/session.ts';
import { signInAdmin } from '#api/testing/clients/sign-in.ts';
import { givePlaceholders } from '#api/testing/give-placeholders.ts';
import { createRandom } from '#api/testing/random.ts';
import { storeCookies } from '../../support/cookie-jar.ts';
import type { Cookies } from '../../support/cookie-jar.ts';
import { addChangeLog } from './change-log.ts';
import { tempFolderPrefix } from '../disks/temp-folder-prefix.ts';
import { SimServer } from './sim-server.ts';
import type { Reply } from '#api/testing/clients/in-process-request.ts';
import { PEOPLE } from './people.ts';
import type { Person } from './people.ts';
import { SimDevice } from './sim-device.ts';
import { SimNetwork } from './sim-network.ts';
import { installSimRuntime } from './sim-runtime.ts';
import type { SimRuntime } from './sim-runtime.ts';

/** Start time of every world. */
export const START_MS = Date.UTC(2026, 10, 21);
const TEMPLATE_SEED = 1;
/** Age of the template's sessions at the start of a world. */
const AGE_MS = 60_000;
/** Length of a device's visit in the template, enough to be in sync. */
const VISIT_MS = 3_000;

export const SESSIONS_EACH = 3;

/** Products that carts and orders use: `UNITS` of each, at `PRICE`. */
export const PRODUCT_IDS = [1, 2, 3, 4, 5, 6] as const;
/** Products that are only read: of other categories, and with ids of several details blocks. */
const OTHER_IDS = [11, 12, 13, 21, 22, 23, 4_101, 4_102, 4_103, 8_201, 8_202, 8_203] as const;
export const CATALOG_IDS = [...PRODUCT_IDS, ...OTHER_IDS];
/** Products of the shop that links to sellers. */
export const LINKED_IDS = [1, 2, 3, 11, 4_101] as const;
const SHOPS: readonly ShopKey[] = ['ayz', 'pc'];
export const UNITS = 5;
export const PRICE = '50';

/** Start state of worlds: a shop with products and a snapshot, and open sessions. */
export interface WorldTemplate {
  readonly database: Buffer;
  readonly sessions: Readonly<Record<Person, readonly Cookies[]>>;
  /** Token of an administrator without a name. */
  readonly adminToken: string;
  /** A device per session of Alice and Bob, without a tab, with the shop and the user's rows on its disk. */
  readonly devices: Readonly<Record<Person, readonly SimDevice[]>>;
}

/** Templates by the size of their cards blocks. */
const made = new Map<number, Promise<WorldTemplate>>();

/** Returns a template of this process, created once: migrations and sign-ins take longer than a world. */
export function openWorldTemplate(cardsBlockRows: number = DATA_SIZES.cardsBlockRows): Promise<WorldTemplate> {
  const template = made.get(cardsBlockRows) ?? makeTemplate(cardsBlockRows);
  made.set(cardsBlockRows, template);
  return template;
}

async function makeTemplate(cardsBlockRows: number): Promise<WorldTemplate> {
  const folder = mkdtempSync(tempFolderPrefix());
  const still = installSimRuntime(TEMPLATE_SEED, START_MS - AGE_MS);
  try {
    const server = new SimServer(folder, still, { sizes: { ...DATA_SIZES, cardsBlockRows } });
    const sessions = await still.finish(fill(server));
    const { authorization } = await still.finish(signInAdmin({ context: server.context }));
    const adminToken = authorization.replace('Bearer ', '');
    const devices = {
      alice: await visit(server, still, 'alice', sessions.alice),
      bob: await visit(server, still, 'bob', sessions.bob),
      sam: [],
    };
    await server.end();
    addChangeLog(server.databaseFile);
    return { database: server.readDatabase(), sessions, adminToken, devices };
  } finally {
    still.release();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(server: SimServer): Promise<WorldTemplate['sessions']> {
  await server.start();
  const fields = { main_category: 'Phones', category: 'Used', good_condition_price: PRICE };
  await server.context.products.saveProducts(
    'ayz',
    PRODUCT_IDS.map((id) => ({
      id,
      fields: { ...fields, title: `Phone ${id}`, good_condition_available_quantity: String(UNITS) },
    })),
  );
  await server.context.products.saveProducts(
    'ayz',
    OTHER_IDS.map((id, place) => ({
      id,
      fields: { main_category: 'Computers', category: place % 2 === 0 ? 'New' : 'Used', title: `Computer ${id}` },
    })),
  );
  await server.context.products.saveProducts(
    'pc',
    LINKED_IDS.map((id) => ({
      id,
      fields: { main_category: 'Parts', category: 'New', title: `Part ${id}`, price: PRICE },
    })),
  );
  for (const shop of SHOPS) await givePlaceholders(server.context.database, shop);
  await server.context.states.refresh(SHOPS);
  await server.running.snapshots.build(SHOPS);
  const sessions = { alice: [] as Cookies[], bob: [] as Cookies[], sam: [] as Cookies[] };
  for (const person of PEOPLE)
    for (let count = 0; count < SESSIONS_EACH; count++) sessions[person].push(await signIn(server, person));
  return sessions;
}

/** Creates devices that have visited the shop once, each with its own session. */
async function visit(
  server: SimServer,
  still: SimRuntime,
  person: Person,
  sessions: readonly Cookies[],
): Promise<SimDevice[]> {
  const random = createRandom(TEMPLATE_SEED);
  const network = new SimNetwork({ still, server, random, note: () => undefined, count: () => undefined });
  const devices = [];
  for (const cookies of sessions) {
    const device = new SimDevice(`earlier device of ${person}`, '10.0.1.1', network, random);
    device.sub = `demo-${person}`;
    for (const [name, value] of cookies) device.cookies.set(name, value);
    await still.finish(device.openTab());
    await still.advance(VISIT_MS);
    device.crash();
    await still.settle();
    devices.push(device);
  }
  return devices;
}

/** Signs `demo-PERSON` in and returns the session's cookies. */
export async function signIn(server: SimServer, person: Person): Promise<Cookies> {
  const credential = await post(server, createDemoCredential.path, {
    sub: `demo-${person}`,
    name: person,
    email: `${person}@demo.invalid`,
  });
  const session = await post(server, createSession.path, JSON.parse(credential.body.toString()));
  const cookies: Cookies = new Map();
  storeCookies(cookies, new Headers(session.headers));
  return cookies;
}

async function post(server: SimServer, path: string, body: unknown): Promise<Reply> {
  const headers = { 'content-type': 'application/json' };
  const reply = await server.handle({ method: 'POST', path, headers, body: JSON.stringify(body) }, '127.0.0.1');
  if (reply?.status !== 200) throw new Error(`${path} answered ${reply?.status}: ${reply?.body.toString()}`);
  return reply;
}
