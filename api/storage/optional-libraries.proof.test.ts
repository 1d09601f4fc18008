import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { startServerProcess } from '../testing/processes/server-process.ts';

/** Starts a server on a database file; returns which of the optional libraries it has loaded. */
async function listLoaded(env: Readonly<Record<string, string>>): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hexlime-loaded-'));
  const server = startServerProcess(dataDir, {
    DATABASE_URL: `sqlite:${join(dataDir, 'hexlime.sqlite')}`,
    NODE_DEBUG: 'module',
    ...env,
  });
  try {
    await server.url();
    const loads = server.output().matchAll(/node_modules\/(pg|ioredis|prom-client|sharp)\//g);
    return [...new Set(Array.from(loads, ([, name]) => name ?? ''))].toSorted();
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

it('a server on a database file loads none of the libraries for larger shops or for images', async () => {
  expect(await listLoaded({})).toEqual([]);
});

it('a library is loaded when its setting is given', async () => {
  const env = { METRICS_PORT: '0', REDIS_URL: 'redis://127.0.0.1:1' };
  expect(await listLoaded(env)).toEqual(['ioredis', 'prom-client']);
});

it.each(['catalog/snapshot/build-snapshots.ts', 'catalog/reads/heavy-queries.ts'])(
  '%s, which has a process or a thread of its own, does not import Zod',
  (file) => {
    const script = `
      import { registerHooks } from 'node:module';
      registerHooks({
        load(url, context, next) {
          if (url.includes('/node_modules/zod/')) throw new Error(url);
          return next(url, context);
        },
      });
      await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, '..', file)).href)});
      console.log('imported');`;
    const args = ['--input-type=module', '--eval', script];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('imported\n');
  },
);
