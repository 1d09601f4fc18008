import { expect, test } from 'vitest';
import type { CodeReader, FoundCode } from './reader/found-code.ts';
import { createReading } from './use-code-reader.ts';

const CODE: FoundCode = { text: '4006381333931', isUpcE: false };

/** An image that records whether its memory was freed. */
function createImage(): ImageBitmap & { readonly isClosed: () => boolean } {
  let isClosed = false;
  return {
    width: 1,
    height: 1,
    close: () => {
      isClosed = true;
    },
    isClosed: () => isClosed,
  };
}

test('an image that becomes ready after the dialog was closed is freed unread, without opening a reader', async () => {
  let opened = 0;
  const reading = createReading(async () => {
    opened += 1;
    return { read: async () => [CODE], close: () => undefined };
  });
  reading.close();
  const image = createImage();
  expect(await reading.read(image)).toEqual([]);
  expect([opened, image.isClosed()]).toEqual([0, true]);
});

test('codes that are found after the dialog has closed are dropped, and the reader is closed', async () => {
  const found = Promise.withResolvers<readonly FoundCode[]>();
  let closed = 0;
  const reader: CodeReader = {
    read: () => found.promise,
    close: () => {
      closed += 1;
    },
  };
  const reading = createReading(async () => reader);
  const codes = reading.read(createImage());
  reading.close();
  found.resolve([CODE]);
  expect(await codes).toEqual([]);
  expect(closed).toBe(1);
});

test('a code without text is dropped, so that the search continues', async () => {
  const reader: CodeReader = { read: async () => [{ text: ' ', isUpcE: false }], close: () => undefined };
  expect(await createReading(async () => reader).read(createImage())).toEqual([]);
});

test('a reader that did not open is opened again for the next image', async () => {
  let attempts = 0;
  const reading = createReading(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('offline');
    return { read: async () => [CODE], close: () => undefined };
  });
  await expect(reading.read(createImage())).rejects.toThrow('offline');
  expect(await reading.read(createImage())).toEqual([CODE]);
});
