import { openTestContext } from '../apps/test-context.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppContext } from '../../app-context.ts';
import { DEMO_ISSUER } from '../../identity/sign-in/demo-identity.ts';
import { createSecretToken, hashSecretToken } from '../../http/secret-token.ts';
import { insertSession } from '../../identity/session.repository.ts';
import { saveUser } from '../../identity/user.repository.ts';

const DEVICE = { browser: null, system: null, network: null };

/** A data folder with buyers, for server processes. */
export interface ShopFolder {
  readonly dataDir: string;
  /** This process's context on the same database. */
  readonly context: AppContext;
  /** Creates signed-in users and returns their ids and request headers, each with a different address. */
  addBuyers(count: number): Promise<readonly SignedInBuyer[]>;
  close(): Promise<void>;
}

export interface SignedInBuyer {
  readonly sub: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Settings of the processes: buyers arrive through a proxy, so that they are not rate-limited as one address. */
export const SHOP_PROCESS_ENV = { DEMO: '1', TRUSTED_PROXIES: '1' } as const;

export async function openShopFolder(): Promise<ShopFolder> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hexlime-shop-'));
  const context = await openTestContext(dataDir);
  let added = 0;
  return {
    dataDir,
    context,
    async addBuyers(count) {
      added += count;
      return addBuyers(context, count, added - count);
    },
    async close() {
      await context.close();
      // The snapshot process of a killed server outlives it for a moment, with files of the database still open.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** Creates signed-in users, numbered from `before + 1`; returns their ids and request headers, each with a different address. */
export async function addBuyers(
  { write }: Pick<AppContext, 'write'>,
  count: number,
  before: number,
): Promise<readonly SignedInBuyer[]> {
  const at = Date.now();
  const buyers = Array.from({ length: count }, (_, index) => {
    const number = before + index + 1;
    const token = createSecretToken();
    const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
    return {
      token,
      sub: `demo-buyer-${number}`,
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
    };
  });
  await write(async ({ trx }) => {
    for (const { sub, token } of buyers) {
      await saveUser(trx, { sub, name: sub, email: `${sub}@demo.invalid`, picture: '' }, DEMO_ISSUER, at);
      const session = {
        id: randomBytes(16).toString('hex'),
        tokenHash: hashSecretToken(token),
        sub,
        device: DEVICE,
        appVersion: null,
        adminTokenHash: null,
      };
      await insertSession(trx, session, at);
    }
  });
  return buyers.map(({ sub, headers }) => ({ sub, headers }));
}
