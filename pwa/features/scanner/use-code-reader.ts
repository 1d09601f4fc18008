import { useEffect, useState } from 'react';
import { openCodeReader } from './reader/open-code-reader.ts';
import type { CodeReader, FoundCode } from './reader/found-code.ts';

/** Reads images with one reader, opened on first use. */
export interface CodeReading {
  /** Takes ownership of the image. @throws Error when the reader is not on the device and cannot be fetched; the next call tries again */
  readonly read: (image: ImageBitmap) => Promise<readonly FoundCode[]>;
}

/** Returns a reading of codes, which ends when the component is unmounted. */
export function useCodeReader(): CodeReading {
  const [reading] = useState(() => createReading());
  useEffect(() => reading.close, [reading]);
  return reading;
}

/** Creates a reading, which `close` ends for good: after that, `read` drops the image and returns no codes. */
export function createReading(open = openCodeReader): CodeReading & { readonly close: () => void } {
  let opened: Promise<CodeReader> | undefined;
  let isClosed = false;
  const release = (): void => {
    opened?.then(
      (reader) => reader.close(),
      () => undefined,
    );
    opened = undefined;
  };
  return {
    async read(image) {
      if (isClosed) {
        image.close();
        return [];
      }
      opened ??= open();
      try {
        const codes = await (await opened).read(image);
        return isClosed ? [] : codes.filter(({ text }) => text.trim() !== '');
      } catch (error) {
        release();
        throw error;
      }
    },
    close() {
      isClosed = true;
      release();
    },
  };
}
