import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The build's name: the package's version and a digest of the sources of page and engine, so that equal sources give equal files. Devices name it
 * in their calls.
 */
export function findAppVersion(root = ROOT): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const digest = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of ['pwa', 'sync', 'transfer'])
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted())
      if (isShipped(file)) digest.update(file).update(readFileSync(join(root, folder, file)));
  return `${version}+${digest.digest('hex').slice(0, 7)}`;
}

/** Whether a file may end up in the build: tests do not. */
const isShipped = (file: string): boolean =>
  /\.(?:tsx?|css|html|json)$/.test(file) &&
  !/(?:^|[/\\])(?:e2e|testing|node_modules)[/\\]|\.(?:test|spec)\.tsx?$/.test(file);
