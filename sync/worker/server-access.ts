import { lazyModule } from './lazy-module.ts';
import type * as ServerLinkModule from './leader/server-link.ts';

type ServerModule = typeof ServerLinkModule;
export type ServerLink = InstanceType<ServerModule['ServerLink']>;

export interface ServerAccessOptions {
  readonly loadServer: () => Promise<ServerModule>;
  readonly origin: string;
  readonly fetch: typeof fetch;
}

/** The code that talks to the server, loaded with its first use. */
export interface ServerAccess {
  module(): Promise<ServerModule>;
  link(): Promise<ServerLink>;
}

export function createServerAccess({ loadServer, origin, fetch }: ServerAccessOptions): ServerAccess {
  const { get: module } = lazyModule(loadServer);
  const { get: link } = lazyModule(async () => {
    const { ServerLink, createApiClient } = await module();
    return new ServerLink(createApiClient(origin, fetch));
  });
  return { module, link };
}
