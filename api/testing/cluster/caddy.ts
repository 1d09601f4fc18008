import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePorts } from '../processes/free-ports.ts';
import { findMissing } from './find-missing.ts';
import type { RunningProxy } from './proxy.ts';

const CONFIGURATION = 'deploy/Caddyfile';
const HOST = 'shop.example';
const START_TIMEOUT_MS = 10_000;

/** Why tests with Caddy are skipped; undefined where it is installed. */
export const CADDY_MISSING = findMissing(['caddy', 'version'], ['openssl', 'version']);

/**
 * Starts Caddy with the delivered configuration in front of a server, given as `host:port`; only addresses, ports and the certificate differ, and the
 * admin interface is off.
 * @throws Error when the delivered configuration lacks a text that is replaced here
 */
export async function startCaddy([server = '']: readonly string[]): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-caddy-'));
  const [plainPort, securePort] = (await findFreePorts(2)) as [number, number];
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`, '-days', '2'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], { stdio: 'ignore' });
  let text = await readFile(CONFIGURATION, 'utf8');
  const own = `admin off\n\thttp_port ${plainPort}\n\thttps_port ${securePort}\n\tdefault_bind 127.0.0.1`;
  for (const [before, after] of [
    ['\n{\n', `\n{\n\t${own}\n`],
    ['\n{$SHOP_HOST} {', `\n{$SHOP_HOST} {\n\ttls ${certificate} ${key}`],
    ['shop:3000', server],
  ] as const) {
    if (!text.includes(before)) throw new Error(`${CONFIGURATION} has no "${before}"`);
    text = text.replace(before, after);
  }
  const file = join(folder, 'Caddyfile');
  await writeFile(file, text);
  const env = { ...process.env, SHOP_HOST: HOST, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'pipe' });
  let log = '';
  child.stderr.on('data', (part: Buffer) => (log += part.toString()));
  const endMs = performance.now() + START_TIMEOUT_MS;
  while (!(await fetch(`http://127.0.0.1:${plainPort}/`, { redirect: 'manual' }).catch(() => undefined))) {
    if (performance.now() > endMs) throw new Error(log);
    await delay(50);
  }
  return {
    plainPort,
    securePort,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
