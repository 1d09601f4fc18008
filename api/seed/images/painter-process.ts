import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { listImageFiles } from '#api/images/image-paths.ts';
import { createSlots } from '#api/jobs/slots.ts';
import type { PainterAnswer, PainterCall } from './painter.ts';
import { createProductImages } from './product-images.ts';

// Several images at a time occupy the processors better than several threads for each.
sharp.concurrency(1);

const images = createProductImages();
/** A list may ask for hundreds of images, and each is megabytes until it is encoded. */
const inTurn = createSlots(2 * availableParallelism());

async function answer({ call, motif, target }: PainterCall): Promise<PainterAnswer> {
  try {
    if (target === 'placeholder') return { call, value: await images.makePlaceholder(motif) };
    return { call, value: listImageFiles(target.folder, target.number, await images.draw(motif, target.number)) };
  } catch (error) {
    return { call, error: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (call: PainterCall) => {
  void inTurn(() => answer(call)).then((reply) => {
    // The server may have stopped meanwhile.
    if (process.connected) process.send?.(reply);
  });
});
// Ctrl+C in a terminal reaches this process as well, but it must end only when the server ends. A killed server disconnects, too.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());
