/** The package has no types; those of DefinitelyTyped miss `preferred`. */
declare module 'negotiator' {
  import type { IncomingHttpHeaders } from 'node:http';

  export default class Negotiator {
    constructor(request: { readonly headers: IncomingHttpHeaders });
    /** Returns those of the available encodings that are acceptable, the best first; equally good ones in the order of `preferred`. */
    encodings(available: readonly string[], options?: { readonly preferred?: readonly string[] }): string[];
  }
}
