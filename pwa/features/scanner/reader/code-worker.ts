import * as Comlink from 'comlink';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { ReaderOptions } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { FoundCode } from './found-code.ts';

/** Runs in a separate worker: reading an image takes up to 100 ms, and only the file of this worker may compile WebAssembly. */
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

const OPTIONS: ReaderOptions = {
  formats: ['QRCode', 'EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF14', 'Code128', 'DataMatrix'],
  maxNumberOfSymbols: 8,
};

async function read(image: ImageBitmap): Promise<readonly FoundCode[]> {
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser has no canvas for pictures');
  context.drawImage(image, 0, 0);
  image.close();
  const found = await readBarcodes(context.getImageData(0, 0, width, height), OPTIONS);
  // The library has already expanded a UPC-E to its full number.
  return found.map(({ text }) => ({ text, isUpcE: false }));
}

export type CodeWorker = { readonly read: typeof read };

Comlink.expose({ read } satisfies CodeWorker);
