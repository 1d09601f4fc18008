/**
 * Splits a stream into parts of these sizes, each as soon as its bytes are there. Ends early with the stream, and cancels it when the caller
 * stops. @throws what reading the stream throws
 */
export async function* splitStream(
  stream: ReadableStream<Uint8Array>,
  sizes: readonly number[],
): AsyncGenerator<ArrayBuffer> {
  const reader = stream.getReader();
  let rest = new Uint8Array();
  try {
    for (const size of sizes) {
      const part = new Uint8Array(size);
      for (let filled = 0; filled < size;) {
        if (rest.length === 0) {
          const { value, done } = await reader.read();
          if (done) return;
          rest = new Uint8Array(value);
        }
        const taken = rest.subarray(0, size - filled);
        part.set(taken, filled);
        filled += taken.length;
        rest = rest.subarray(taken.length);
      }
      yield part.buffer;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
