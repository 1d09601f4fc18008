import * as Comlink from 'comlink';
import { trustedScriptUrl } from '#pwa/platform/browser/trusted-types.ts';
import type { CodeWorker } from './code-worker.ts';
import workerUrl from './code-worker.ts?worker&url';
import type { CodeReader } from './found-code.ts';

/** The browser's own detector, which not every browser has; TypeScript's library lacks it. */
interface NativeDetector {
  detect(image: ImageBitmap): Promise<readonly { readonly rawValue: string; readonly format: string }[]>;
}
interface NativeDetectorClass {
  new (options: { readonly formats: readonly string[] }): NativeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const NEEDED_FORMATS = ['qr_code', 'ean_13', 'ean_8', 'upc_a', 'upc_e'];
const MORE_FORMATS = ['itf', 'code_128', 'data_matrix'];

/** Opens the browser's own reader if it reads all needed formats, else the WebAssembly reader. */
export async function openCodeReader(): Promise<CodeReader> {
  return (await openNativeReader()) ?? openWasmReader();
}

async function openNativeReader(): Promise<CodeReader | undefined> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: NativeDetectorClass };
  const supported = await Detector?.getSupportedFormats().catch(() => undefined);
  if (!Detector || !supported || !NEEDED_FORMATS.every((format) => supported.includes(format))) return undefined;
  const formats = [...NEEDED_FORMATS, ...MORE_FORMATS].filter((format) => supported.includes(format));
  const detector = new Detector({ formats });
  let fallback: CodeReader | undefined;
  return {
    async read(image) {
      if (fallback) return fallback.read(image);
      try {
        const found = await detector.detect(image);
        image.close();
        return found.map(({ rawValue, format }) => ({ text: rawValue, isUpcE: format === 'upc_e' }));
      } catch {
        // Android lists its formats even if the service that reads them is missing.
        fallback = openWasmReader();
        return fallback.read(image);
      }
    },
    close: () => fallback?.close(),
  };
}

/** Opens the reader in WebAssembly. */
function openWasmReader(): CodeReader {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'hexlime-codes' });
  const failed = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('the code reader did not start')));
  });
  failed.catch(() => undefined);
  const remote = Comlink.wrap<CodeWorker>(worker);
  return {
    read: (image) => Promise.race([remote.read(Comlink.transfer(image, [image])), failed]),
    close: () => worker.terminate(),
  };
}
