import type { ServerResponse } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { lifeOf } from './caller-life.ts';

/** Longest time in which a reader may take no bytes. */
const STALLED_MS = 30_000;

/**
 * Sends a source, through further steps, as the body of a response, no faster than its reader takes it. All streams end when the caller
 * leaves. The reply is cut off when its reader takes nothing for `STALLED_MS`, or when the source fails.
 */
export async function sendStream(
  response: ServerResponse,
  source: Readable,
  ...steps: readonly Duplex[]
): Promise<void> {
  const life = lifeOf(response);
  if (life.isOver) {
    for (const stream of [source, ...steps]) stream.destroy();
    return;
  }
  const letGo = life.hold('stream', () => undefined);
  response.setTimeout(STALLED_MS, () => response.destroy());
  try {
    await pipeline([source, ...steps, response]);
  } catch {
    response.destroy();
  } finally {
    // The connection outlives the reply, and must not keep its timeout.
    response.setTimeout(0);
    letGo();
  }
}
