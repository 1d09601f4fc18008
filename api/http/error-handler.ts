import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { ApiError } from '#contract/http/errors.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';
import { storageFaultOf } from '../storage/storage-fault.ts';
import { sourceOf } from './caller/call-source.ts';
import type { RejectionListener } from './caller/call-source.ts';
import { compilePath } from './parse-call.ts';
import { sendProblem, toProblemReply } from './problem.ts';

/** Maps errors of Express and its parsers, by their type or status; returns any other error unchanged. */
function toApiError(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  // Parsers report storage faults as errors of the client.
  if (storageFaultOf(error) !== undefined) return error;
  const { type, status } = error as { type?: unknown; status?: unknown };
  if (type === 'entity.too.large') return new ApiError('too-large');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') return new ApiError('unsupported-media-type');
  if (type === 'entity.parse.failed') return new ApiError('bad-request', 'The body is not valid JSON.');
  // A path that cannot be decoded names no resource.
  if (error instanceof URIError) return new ApiError('not-found');
  if (typeof status === 'number' && status >= 400 && status < 500) return new ApiError('bad-request');
  return error;
}

/** Creates the handler that answers errors of routes with problem details. `onRejected` is called for expected rejections. */
export function createErrorHandler(log: Logger, onRejected: RejectionListener): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return (error, request, response, _next) => {
    const apiError = toApiError(error);
    if (apiError instanceof ApiError) onRejected(apiError.code, sourceOf(request));
    sendProblem(response, toProblemReply(apiError, log));
  };
}

/** Creates the handler for unmatched requests: 405 with the path's methods, else 404. Never the page: a client would take it for data. */
export function createNoRouteHandler(endpoints: readonly Endpoint[], log: Logger): RequestHandler {
  const paths = endpoints.map((endpoint) => ({ method: endpoint.method, match: compilePath(endpoint.path) }));
  return (request, response) => {
    const methods = paths.filter(({ match }) => match(request.path)).map(({ method }) => method);
    // Any path outside of these folders may be a file or a screen, which can be read.
    if (!/^\/(api|dev)\//.test(request.path) && methods.length === 0) methods.push('GET');
    const method = request.method === 'HEAD' ? 'GET' : (request.method as Endpoint['method']);
    if (methods.length === 0 || methods.includes(method)) {
      sendProblem(response, toProblemReply(new ApiError('not-found'), log));
      return;
    }
    const allow = methods.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]));
    sendProblem(response, toProblemReply(new ApiError('method-not-allowed'), log, { allow: [...new Set(allow)] }));
  };
}
