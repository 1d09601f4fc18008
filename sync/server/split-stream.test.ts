import { expect, it } from 'vitest';
import { splitStream } from './api-client.ts';

const BYTES = Uint8Array.from({ length: 20 }, (_, place) => place);

function streamOf(chunkSize: number, onCancel?: () => void): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (at >= BYTES.length) return controller.close();
        controller.enqueue(BYTES.slice(at, (at += chunkSize)));
      },
      ...(onCancel && { cancel: onCancel }),
    },
    { highWaterMark: 0 },
  );
}

async function read(stream: ReadableStream<Uint8Array>, sizes: readonly number[]): Promise<number[][]> {
  const parts: number[][] = [];
  for await (const part of splitStream(stream, sizes)) parts.push([...new Uint8Array(part)]);
  return parts;
}

it.each([1, 3, 7, 20, 50])('[CAT23] chunks of %i bytes yield parts of the requested sizes', async (chunkSize) => {
  const parts = await read(streamOf(chunkSize), [5, 0, 8, 7]);
  expect(parts.map(({ length }) => length)).toEqual([5, 0, 8, 7]);
  expect(parts.flat()).toEqual([...BYTES]);
});

it('[CAT23] a stream that ends early yields only the parts that arrived whole', async () => {
  expect((await read(streamOf(3), [5, 12, 8])).map(({ length }) => length)).toEqual([5, 12]);
});

it('[CAT23] a part is yielded before the next one has arrived; the stream is canceled when the caller stops', async () => {
  let isCancelled = false;
  for await (const part of splitStream(
    streamOf(5, () => (isCancelled = true)),
    [5, 15],
  )) {
    expect(part.byteLength).toBe(5);
    break;
  }
  expect(isCancelled).toBe(true);
});
