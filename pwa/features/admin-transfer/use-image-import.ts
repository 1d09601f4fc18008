import { useEffect, useRef, useState } from 'react';
import { ImportError } from '#transfer/file-problems.ts';
import { NamedImageError } from '#transfer/named-images.ts';
import type { ShopKey } from '#contract/shops.ts';
import { FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { fieldProblem } from '#pwa/messages/field-problem.ts';
import { serverSentence } from '#pwa/messages/server-sentence.ts';
import { useAdminApi } from '#pwa/platform/admin/use-admin-engine.ts';
import { describeFault } from './use-import.ts';

/** An image of a ZIP file that was not added to a product, and why. */
export interface FailedFile {
  readonly path: string;
  readonly reason: string;
}

/** Progress of the images of a ZIP file. */
export interface ImageImport {
  readonly name: string;
  readonly total: number;
  readonly stored: number;
  /** Number of images that their products already had. */
  readonly known: number;
  readonly failures: readonly FailedFile[];
  readonly isRunning: boolean;
  /** Why it stopped before the end; null otherwise. */
  readonly stopReason: string | null;
}

const ZIP_MAGIC = [0x50, 0x4b];

/** Whether a file is a ZIP file, by its first bytes. */
export async function isZip(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, ZIP_MAGIC.length).arrayBuffer());
  return ZIP_MAGIC.every((byte, index) => head[index] === byte);
}

/** Sends the images of a ZIP file, one by one, to the products that their names identify. Sending the file again adds missing images. */
export function useImageImport(shop: ShopKey): {
  readonly state: ImageImport | undefined;
  readonly start: (file: File) => void;
  readonly cancel: () => void;
  readonly reset: () => void;
} {
  const api = useAdminApi();
  const [state, setState] = useState<ImageImport>();
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);

  const run = async (file: File, signal: AbortSignal): Promise<void> => {
    let at: ImageImport = {
      name: file.name,
      total: 0,
      stored: 0,
      known: 0,
      failures: [],
      isRunning: true,
      stopReason: null,
    };
    const show = (change: Partial<ImageImport>): void => {
      at = { ...at, ...change };
      setState(at);
    };
    const stop = (stopReason: string): void => show({ isRunning: false, stopReason });
    show({});
    try {
      const { readZipImages } = await import('#transfer/read-zip.ts');
      const images = await readZipImages(file);
      show({ total: images.length });
      for (const { path, read } of images) {
        if (signal.aborted) break;
        const bytes = await read().catch((error: unknown) => {
          if (error instanceof NamedImageError) return error;
          throw error;
        });
        if (bytes instanceof NamedImageError) {
          show({ failures: [...at.failures, { path, reason: fieldProblem(bytes.message) }] });
          continue;
        }
        const result = await api.importImage(shop, path, new Blob([bytes]));
        if (result.ok) show(result.value ? { stored: at.stored + 1 } : { known: at.known + 1 });
        else if (result.problem !== 'rejected') return stop(adminTransferMessages.callProblems[result.problem]);
        else {
          const { code, detail } = result;
          const reason = code === 'not-found' ? fieldProblem(FIELD_PROBLEMS.noProductOfFile) : serverSentence(detail);
          show({ failures: [...at.failures, { path, reason }] });
        }
      }
      show({ isRunning: false });
    } catch (error) {
      const fault = error instanceof ImportError ? error.fault : undefined;
      stop(fault ? describeFault(fault) : adminTransferMessages.callProblems['device-error']);
    }
  };

  return {
    state,
    start(file) {
      running.current = new AbortController();
      void run(file, running.current.signal);
    },
    cancel: () => running.current.abort(),
    reset: () => setState(undefined),
  };
}
