import { fork } from 'node:child_process';
import type { DrawIcons, IconAnswer, IconFiles } from './icon-files.ts';

const PROCESS = new URL('./draw-icons-process.ts', import.meta.url);
/** Icons take a second; only a logo built to stall takes this long. */
const TIMEOUT_MS = 20_000;

/**
 * Draws a shop's icons in a process of its own: the image library in the server's process opens no SVG, and a file that makes the library
 * hang or crash ends only the process that draws.
 */
export const drawIcons: DrawIcons = async (source) => {
  const child = fork(PROCESS, {
    serialization: 'advanced',
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const drawn = Promise.withResolvers<IconFiles>();
  child.on('message', (answer: IconAnswer) => {
    if ('files' in answer) drawn.resolve(answer);
    else if ('error' in answer) drawn.reject(new Error(answer.error));
  });
  child.on('error', drawn.reject);
  child.on('close', (code, signal) =>
    drawn.reject(new Error(`the process that draws icons has ended with ${signal ?? code}`)),
  );
  child.send(source, () => undefined);
  return drawn.promise;
};
