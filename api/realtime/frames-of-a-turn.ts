import type { Duplex } from 'node:stream';

/** Maximum number of bytes held for one stream: a client that reads slowly must be noticed in time. */
const MAX_HELD_BYTES = 16_384;

const held = new Set<Duplex>();

/**
 * Holds what is written to a stream until the end of this turn of the event loop. A message and the pokes that follow from it then leave in
 * one system call, because the system call is the largest cost of a frame.
 */
export function holdFrames(stream: Duplex): void {
  if (held.has(stream)) {
    if (stream.writableLength <= MAX_HELD_BYTES) return;
    held.delete(stream);
    stream.uncork();
    return;
  }
  if (held.size === 0) setImmediate(release);
  held.add(stream);
  stream.cork();
}

function release(): void {
  const streams = [...held];
  held.clear();
  for (const stream of streams) stream.uncork();
}
