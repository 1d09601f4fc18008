import { ERRORS } from '#contract/http/error-codes.ts';
import type { ErrorCode } from '#contract/http/errors.ts';

export type Fault =
  | 'none'
  /** The request is lost. */
  | 'lost'
  /** The request takes effect, but the reply is lost. */
  | 'unanswered'
  /** The request arrives twice; the second reply is delivered. */
  | 'doubled'
  /** The server is unavailable: nothing happens. */
  | 'busy';

/** Carries a call to a server and its reply back. @throws TypeError as `fetch` when one of them is lost */
export async function carryCall(fault: Fault, send: () => Promise<Response>): Promise<Response> {
  if (fault === 'busy') return problem('not-ready');
  if (fault === 'lost') throw new TypeError(fault);
  const first = await send();
  if (fault === 'unanswered') throw new TypeError(fault);
  return fault === 'doubled' ? send() : first;
}

/** The server's answer with an error. */
export function problem(code: ErrorCode): Response {
  const { status, title } = ERRORS[code];
  const headers = { 'content-type': 'application/problem+json' };
  return Response.json({ type: 'about:blank', title, status, code, error: title }, { status, headers });
}
