import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from '#api/testing/processes/free-ports.ts';
import type { WebKitPaths } from './find-engines.ts';

const KEEP_PROFILE = fileURLToPath(new URL('keep-profile.c', import.meta.url));
const START_TIMEOUT_MS = 20_000;
/** No animations: there is no GPU. */
const GTK_SETTINGS = '[Settings]\ngtk-enable-animations=0\n';
const SCREEN = '1600x1200x24';

/** WebKit's driver with its own virtual screen. */
export interface WebKitDriver {
  readonly url: string;
  /** Command with which the driver starts the browser. */
  readonly command: { readonly binary: string; readonly args: readonly string[] };
  /** Console errors of pages so far. */
  readonly errors: string[];
  stop(): Promise<void>;
}

/** Starts the driver for browsers with a persistent profile folder. @throws Error when it does not start in time */
export async function startWebKitDriver(profile: string, paths: WebKitPaths): Promise<WebKitDriver> {
  const keeper = join(profile, 'keep-profile.so');
  await promisify(execFile)(paths.compiler, ['-shared', '-fPIC', '-nostdlib', '-o', keeper, KEEP_PROFILE]);
  await mkdir(join(profile, 'gtk-3.0'), { recursive: true });
  await writeFile(join(profile, 'gtk-3.0/settings.ini'), GTK_SETTINGS);

  const screen = spawn(paths.screen, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
  const port = await findFreePort();
  const driver = spawn(paths.driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${display.toString().trim()}`, GDK_BACKEND: 'x11', XDG_CONFIG_HOME: profile },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // A failing test must leave no process behind.
  const killAll = (): void => [driver, screen].forEach((child) => void child.kill('SIGKILL'));
  process.once('exit', killAll);

  const errors: string[] = [];
  let line = '';
  driver.stdout.on('data', (part: Buffer) => {
    const lines = (line + part.toString()).split('\n');
    line = lines.pop() ?? '';
    errors.push(...lines.filter((said) => /^CONSOLE .*\bERROR\b/.test(said)));
  });
  await waitForPort(port);
  return {
    url: `http://127.0.0.1:${port}`,
    command: {
      // The preloaded library is for the browser, not for the driver.
      binary: '/usr/bin/env',
      args: [
        `LD_PRELOAD=${keeper}`,
        `KEPT_PROFILE=${profile}`,
        paths.browser,
        '--automation',
        `--cookies-file=${join(profile, 'cookies.sqlite')}`,
        '--enable-write-console-messages-to-stdout=true',
      ],
    },
    errors,
    async stop() {
      await end(driver);
      await end(screen);
      process.removeListener('exit', killAll);
    },
  };
}

async function waitForPort(port: number): Promise<void> {
  for (const startMs = Date.now(); Date.now() - startMs < START_TIMEOUT_MS; await sleep(25)) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
  }
  throw new Error("WebKit's driver did not start");
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
