import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePorts } from '../processes/free-ports.ts';
import { findMissing } from './find-missing.ts';
import type { RunningProxy } from './proxy.ts';

const CONFIGURATION = 'deploy/nginx.conf';
/** The line with the shop's address, in the upstream list for calls and in that for sockets. `resolve` needs nginx 1.27.3 or later. */
const UPSTREAM = /server shop:3000 resolve([^;]*;)/g;
const RESOLVER = /resolver 127\.0\.0\.11([^;]*;)/;
const HOST = 'shop.example';
const START_TIMEOUT_MS = 10_000;

/** Why tests with nginx are skipped; undefined where it is installed. */
export const NGINX_MISSING = findMissing(['nginx', '-v'], ['openssl', 'version']);

/** Why tests with host names are skipped; undefined where nginx resolves a name again while it runs (1.27.3 and later). */
export const NGINX_RESOLVE_MISSING = NGINX_MISSING ?? findOldVersion();

function findOldVersion(): string | undefined {
  const [, text = ''] = /nginx\/([\d.]+)/.exec(spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr) ?? [];
  const [major = 0, minor = 0, patch = 0] = text.split('.').map(Number);
  const isNew = major * 1_000_000 + minor * 1_000 + patch >= 1_027_003;
  return isNew ? undefined : `nginx ${text} is older than 1.27.3`;
}

/** Servers that nginx finds by the host name `shop`, as our delivered configuration does in a Docker network. */
export interface NamedServers {
  /** `host:port` of a name server that knows `shop`. */
  readonly nameServer: string;
  readonly port: number;
}

/** A text of the delivered configuration, and the text that replaces it in a test. */
export type NginxChange = readonly [delivered: string, here: string];

/**
 * Starts nginx in front of servers, given as `host:port` or by their name. @throws Error when the delivered configuration lacks a text that
 * must be replaced, or when nginx does not start
 */
export async function startNginx(
  servers: readonly string[] | NamedServers,
  ownChanges: readonly NginxChange[] = [],
): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-nginx-'));
  const [plainPort, securePort] = (await findFreePorts(2)) as [number, number];
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const subject = ['-subj', `/CN=${HOST}`, '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'ignore' });
  let text = await readFile(CONFIGURATION, 'utf8');
  const changes: readonly NginxChange[] = [
    ...ownChanges,
    ['listen 80 ', `listen 127.0.0.1:${plainPort} `],
    ['listen 443 ', `listen 127.0.0.1:${securePort} `],
    ['/etc/nginx/certificate/', `${folder}/`],
    ['/dev/stdout', join(folder, 'access.log')],
  ];
  for (const [before, after] of changes) {
    if (!text.includes(before)) throw new Error(`${CONFIGURATION} has no "${before}"`);
    text = text.replaceAll(before, after);
  }
  for (const expected of [UPSTREAM, RESOLVER]) {
    if (text.search(expected) === -1) throw new Error(`${CONFIGURATION} has no "${expected.source}"`);
  }
  text =
    'nameServer' in servers
      ? text
          .replaceAll(UPSTREAM, (_line, settings: string) => `server shop:${servers.port} resolve${settings}`)
          .replace(RESOLVER, (_line, settings: string) => `resolver ${servers.nameServer}${settings}`)
      : text
          .replaceAll(UPSTREAM, (_line, settings: string) =>
            servers.map((server) => `server ${server}${settings}`).join(' '),
          )
          .replace(RESOLVER, '');
  if (text.includes('shop:3000')) throw new Error(`${CONFIGURATION} keeps an address that it has asked for once`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  text = text.replace('http {', `http {\n  ${places.join('\n  ')}`);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, text);
  const global = `daemon off; pid ${join(folder, 'nginx.pid')};`;
  const child = spawn('nginx', ['-c', file, '-e', join(folder, 'error.log'), '-g', global], { stdio: 'ignore' });
  const endMs = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${plainPort}/`, { redirect: 'manual' }).catch(() => undefined);
    if (reply?.status === 308) break;
    if (performance.now() > endMs) throw new Error(await readFile(join(folder, 'error.log'), 'utf8'));
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
