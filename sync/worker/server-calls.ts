import { SnapshotPrefetch } from '../catalog/pull/snapshot-prefetch.ts';
import { createApiClient, isGatewayError } from '../server/api-client.ts';
import type { EngineDependencies } from './engine-dependencies.ts';
import { ServerLink } from './server-link.ts';

/** A tab's calls to the server. */
export type ServerCalls = ReturnType<typeof createServerCalls>;

/**
 * Creates a tab's calls to the server. Its module is one chunk, the first thing that a visitor without a stored catalogue waits for: the
 * code that stores the answers is loaded while the calls are pending.
 */
export function createServerCalls({ origin, fetch }: Pick<EngineDependencies, 'origin' | 'fetch'>) {
  /** Calls so far that the server has answered. */
  let answers = 0;
  const client = createApiClient(origin, async (...call) => {
    const response = await fetch(...call);
    if (!isGatewayError(response.status)) answers += 1;
    return response;
  });
  const link = new ServerLink(client);
  return { client, link, prefetch: new SnapshotPrefetch(client, link.whenIdle), countAnswers: () => answers };
}
