import type * as ServerLinkModule from './server-link.ts';

type ServerModule = typeof ServerLinkModule;
export type ServerLink = InstanceType<ServerModule['ServerLink']>;

export interface ServerAccessOptions {
  readonly loadServer: () => Promise<ServerModule>;
  readonly origin: string;
  readonly fetch: typeof fetch;
}

/** The code that talks to the server, loaded when it is first needed; a chunk that could not be had is asked for again. */
export class ServerAccess {
  readonly #options: ServerAccessOptions;
  #module: Promise<ServerModule> | undefined;
  #link: Promise<ServerLink> | undefined;

  constructor(options: ServerAccessOptions) {
    this.#options = options;
  }

  module(): Promise<ServerModule> {
    this.#module ??= this.#options.loadServer().catch((error: unknown) => {
      this.#module = undefined;
      throw error;
    });
    return this.#module;
  }

  link(): Promise<ServerLink> {
    const { origin, fetch } = this.#options;
    this.#link ??= this.module().then(
      ({ ServerLink, createApiClient }) => new ServerLink(createApiClient(origin, fetch)),
      (error: unknown) => {
        this.#link = undefined;
        throw error;
      },
    );
    return this.#link;
  }
}
