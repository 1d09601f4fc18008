import type { Endpoint, EndpointInput, EndpointReply } from '#contract/http/endpoint.ts';
import type { CallResult, Calls } from '../api/calls.ts';

/** Returns the calls of a record of endpoints, each under its name. Needs only the record's type: its code may be loaded later. */
export const namedCalls = <Endpoints extends Readonly<Record<string, Endpoint>>, More extends readonly unknown[] = []>(
  call: <Name extends keyof Endpoints>(
    name: Name,
    input: EndpointInput<Endpoints[Name]>,
    ...more: More
  ) => Promise<CallResult<EndpointReply<Endpoints[Name]>>>,
): Calls<Endpoints, More> =>
  new Proxy({} as Calls<Endpoints, More>, {
    get:
      (_, name: string) =>
      (input: EndpointInput<Endpoints[string]>, ...more: More) =>
        call(name, input, ...more),
  });
