import { useEffect, useState } from 'react';
import { openCodeReader } from '#pwa/platform/scanner/open-code-reader.ts';
import type { CodeReader, FoundCode } from '#pwa/platform/scanner/found-code.ts';

/** Reads pictures with one reader, opened on first use. */
export interface CodeReading {
  /** Takes over the picture. @throws Error when the reader is not on the device and cannot be fetched; the next call tries again */
  readonly read: (picture: ImageBitmap) => Promise<readonly FoundCode[]>;
}

/** Returns the reading of a dialog, which ends with it. */
export function useCodeReader(): CodeReading {
  const [reading] = useState(createReading);
  useEffect(() => reading.close, [reading]);
  return reading;
}

function createReading(): CodeReading & { readonly close: () => void } {
  let opened: Promise<CodeReader> | undefined;
  const close = (): void => {
    void opened?.then((reader) => reader.close());
    opened = undefined;
  };
  return {
    async read(picture) {
      opened ??= openCodeReader();
      try {
        return await (await opened).read(picture);
      } catch (error) {
        close();
        throw error;
      }
    },
    close,
  };
}
