import { fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import type { ImageFile } from '#api/images/image-paths.ts';
import type { Motif } from './image-plan.ts';

/** A place of an image: its folder, and its number from 1. */
export interface ImagePlace {
  readonly folder: string;
  readonly number: number;
}

/** A call to the painter's process. */
export interface PainterCall {
  readonly call: number;
  readonly motif: Motif;
  readonly target: 'placeholder' | ImagePlace;
}

/** The answer of the painter's process. */
export type PainterAnswer =
  | { readonly call: number; readonly value: string | readonly ImageFile[] }
  | { readonly call: number; readonly error: string };

/** Draws the images of demo products. All calls fail once it has stopped. */
export interface Painter {
  draw(motif: Motif, place: ImagePlace): Promise<readonly ImageFile[]>;
  makePlaceholder(motif: Motif): Promise<string>;
  stop(): void;
}

const PROCESS = new URL('./painter-process.ts', import.meta.url);
/** Added to the server's own niceness, so that the server goes first on a busy machine; a niceness of 19 is the lowest priority. */
const NICENESS = 10;

/**
 * Starts a painter in a process of its own: SVG can only be allowed for a whole process, and the server's process must not read SVG,
 * because visitors upload images to it.
 */
export function startPainter(): Painter {
  const child = fork(PROCESS, { serialization: 'advanced' });
  // Set before the process starts threads, which inherit the priority.
  if (child.pid !== undefined) setPriority(child.pid, Math.min(19, getPriority() + NICENESS));
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let calls = 0;
  let end: Error | undefined;
  const fail = (error: Error): void => {
    end ??= error;
    for (const { reject } of pending.values()) reject(end);
    pending.clear();
  };
  child.on('message', (answer: PainterAnswer) => {
    const asked = pending.get(answer.call);
    pending.delete(answer.call);
    if ('value' in answer) asked?.resolve(answer.value);
    else asked?.reject(new Error(answer.error));
  });
  child.on('error', fail);
  child.on('exit', () => fail(new Error('the process that draws the demo’s images has stopped')));

  const ask = (motif: Motif, target: PainterCall['target']): Promise<unknown> => {
    if (end) return Promise.reject(end);
    const asked = Promise.withResolvers<unknown>();
    const call = ++calls;
    pending.set(call, asked);
    child.send({ call, motif, target } satisfies PainterCall);
    return asked.promise;
  };
  return {
    draw: (motif, place) => ask(motif, place) as Promise<readonly ImageFile[]>,
    makePlaceholder: (motif) => ask(motif, 'placeholder') as Promise<string>,
    stop: () => void child.kill(),
  };
}
