import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVapidKeys } from '../push/vapid-keys.ts';
import type { Database } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import { openDatabase } from '../storage/open-database.ts';
import { ENGINES } from '../testing/databases/engines.ts';
import type { RunningEngine } from '../testing/databases/engines.ts';
import { openIdentitySecret } from './identity-secret.ts';

describe.each(ENGINES)('the secrets of a database on $name', ({ missing, start }) => {
  if (missing !== undefined) {
    it.skip(`were not tested: ${missing}`);
    return;
  }
  let engine: RunningEngine;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.stop());

  it.each([
    ['the secret of identities', openIdentitySecret],
    ['the keys of push messages', openVapidKeys],
  ] as const)('are created once, even if several nodes begin at the same time: %s', async (_what, open) => {
    const source = await engine.create();
    const nodes: Database[] = await Promise.all(Array.from({ length: 4 }, () => openDatabase(source)));
    await migrate((nodes[0] as Database).writer);
    const atOnce = await Promise.all(nodes.map((node) => open(node)));
    expect(new Set(atOnce.map((value) => JSON.stringify(value))).size).toBe(1);
    expect(await open(nodes[1] as Database)).toEqual(atOnce[0]);
    await Promise.all(nodes.map((node) => node.close()));
  });
});
