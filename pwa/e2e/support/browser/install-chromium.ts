import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  PACKAGED_CHROMIUM,
  PACKAGED_CHROMIUM_SCRIPT,
  findChromium,
  getPackagedChromiumFolder,
} from './find-chromium.ts';

const run = promisify(execFile);
/** A registry or CDN that does not answer within this time counts as unreachable. */
const PROBE_TIMEOUT_MS = 3_000;
const PLAYWRIGHT_CDN = 'https://cdn.playwright.dev';

/**
 * Returns the path of a browser for the tests, after downloading one when the machine has none: Playwright's Chromium, else on Linux x64 the
 * packaged one, which brings its libraries.
 * @throws Error of one sentence, within five seconds, when nothing can be downloaded
 */
export async function installChromium(report: (line: string) => void): Promise<string> {
  const installed = findChromium();
  if (installed !== undefined) return installed;
  const [hasPlaywrightCdn, hasPackage] = await Promise.all([canReachPlaywrightCdn(), canReachPackage()]);
  if (hasPlaywrightCdn) {
    report('No Chromium found: downloading Playwright’s.');
    await run(process.execPath, [playwrightCli(), 'install', 'chromium']).catch((error: unknown) =>
      report(String(error)),
    );
    const downloaded = findChromium();
    if (downloaded !== undefined) return downloaded;
  }
  if (hasPackage) {
    report(`No Chromium found: downloading ${PACKAGED_CHROMIUM.name} ${PACKAGED_CHROMIUM.version} (66 MB, once).`);
    await installPackagedChromium();
    const unpacked = findChromium();
    if (unpacked !== undefined) return unpacked;
  }
  throw new Error(
    'The tests need Chromium, and none could be downloaded: install it (for example "apt-get install chromium") or set CHROMIUM_PATH.',
  );
}

function playwrightCli(): string {
  return join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js');
}

async function canReachPlaywrightCdn(): Promise<boolean> {
  const host = process.env['PLAYWRIGHT_DOWNLOAD_HOST'] || PLAYWRIGHT_CDN;
  return fetch(host, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );
}

/** Asks through npm, which knows the machine's registry, proxy and certificates. */
async function canReachPackage(): Promise<boolean> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  const { name, version } = PACKAGED_CHROMIUM;
  return run('npm', ['view', `${name}@${version}`, 'version', '--fetch-retries=0', '--prefer-online'], {
    timeout: PROBE_TIMEOUT_MS,
  }).then(
    ({ stdout }) => stdout.trim() === version,
    () => false,
  );
}

/** The packaged Chromium's module: unpacks an archive below `TMPDIR` and returns where. */
interface Unpacker {
  inflate(archive: string): Promise<string>;
}

/**
 * Downloads and unpacks the packaged Chromium into the cache.
 * @throws Error when the download fails or is not the pinned one
 */
async function installPackagedChromium(): Promise<void> {
  const folder = getPackagedChromiumFolder();
  await mkdir(dirname(folder), { recursive: true });
  const staging = await mkdtemp(`${folder}-`);
  try {
    const { name, version, integrity } = PACKAGED_CHROMIUM;
    const download = join(staging, 'download');
    await run('npm', [
      'install',
      '--prefix',
      download,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `${name}@${version}`,
    ]);
    const lock = JSON.parse(await readFile(join(download, 'node_modules', '.package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string }>;
    };
    if (lock.packages[`node_modules/${name}`]?.integrity !== integrity) {
      throw new Error(`The download of ${name} ${version} is not the pinned one.`);
    }
    const packageFolder = join(download, 'node_modules', name);
    const archives = join(packageFolder, 'bin');
    const { inflate } = (await import(join(packageFolder, 'build', 'index.js'))) as Unpacker;
    await withTemporaryFolder(staging, async () => {
      for (const archive of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br']) await inflate(join(archives, archive));
    });
    await rm(download, { recursive: true });
    await writeFile(join(staging, 'fonts.conf'), describeFonts(folder));
    await writeFile(join(staging, PACKAGED_CHROMIUM_SCRIPT), START_SCRIPT);
    await chmod(join(staging, PACKAGED_CHROMIUM_SCRIPT), 0o755);
    await rm(folder, { recursive: true, force: true });
    await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Runs `work` with another folder for temporary files, because the package can unpack only into that folder. */
async function withTemporaryFolder(folder: string, work: () => Promise<void>): Promise<void> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

/** Starts the browser with the libraries and, where the system has none, the fonts of the package. */
const START_SCRIPT = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/al2023/lib"
[ -d /etc/fonts ] || export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

const describeFonts = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
