import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let dataDir: string;
const children: ChildProcessWithoutNullStreams[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-main-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

interface Run {
  readonly child: ChildProcessWithoutNullStreams;
  readonly output: { text: string };
  readonly exit: Promise<number | null>;
}

function start(env: Record<string, string>): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent', PORT: '0', ...env },
  });
  children.push(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output.text += part.toString()));
  return { child, output, exit: once(child, 'exit').then(([code]) => code as number | null) };
}

const waitForUrl = (run: Run): Promise<string> =>
  expect
    .poll(() => /http:\/\/localhost:\d+/.exec(run.output.text)?.[0], { timeout: 20_000 })
    .toBeDefined()
    .then(() => /http:\/\/localhost:\d+/.exec(run.output.text)?.[0] ?? '');

it('says where it is open, answers there, and ends well on SIGTERM', async () => {
  const run = start({ BRAND: 'Lamp House' });
  const url = await waitForUrl(run);
  expect(run.output.text).toContain('Lamp House is open at');
  expect((await fetch(`${url.replace('localhost', '127.0.0.1')}/readyz`)).status).toBe(200);
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);
});

it('refuses a wrong setting in one sentence', async () => {
  const run = start({ LOG_LEVEL: 'loud' });
  expect(await run.exit).toBe(78);
  expect(run.output.text).toMatch(/^The setting LOG_LEVEL is wrong: [^\n]+\.\n$/);
});

it('says plainly that the port is in use', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const run = start({ PORT: String(port) });
  expect(await run.exit).toBe(1);
  expect(run.output.text).toBe(
    `Port ${port} is in use. Stop what runs there, or choose another one: PORT=3001 npm start\n`,
  );
  holder.close();
});

it('keeps every committed change through a SIGKILL', async () => {
  const { createAppContext } = await import('./app-context.ts');
  const { readConfig } = await import('./config.ts');
  const run = start({});
  await waitForUrl(run);
  const context = await createAppContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  await context.products.saveProducts('pc', [{ fields: { title: 'Lamp', main_category: 'L', category: 'D' } }]);
  const { epoch } = context.states;
  await context.close();
  run.child.kill('SIGKILL');
  await run.exit;
  const again = start({});
  const url = (await waitForUrl(again)).replace('localhost', '127.0.0.1');
  expect(await (await fetch(`${url}/api/sync/pc/changes?epoch=${epoch}&since=0`)).json()).toMatchObject({
    epoch,
    seq: 1,
    count: 1,
  });
});
