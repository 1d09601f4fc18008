import { UnreachableError } from '../server/api-client.ts';
import type { EncodedReply } from '#contract/http/codec.ts';
import { POSITION_HEADER } from '#contract/http/data-position.ts';

export interface FormRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FormData;
  readonly signal: AbortSignal;
  /** Called with the upload progress. */
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
}

/** The reply to a form; `position` is the position in the server's data that the reply names, or null. */
export interface FormReply extends EncodedReply {
  readonly position: string | null;
}

/** Sends a form. @throws UnreachableError when nothing answers, and the abort reason of the signal */
export type SendForm = (request: FormRequest) => Promise<FormReply>;

/** Longer than the 120 s that the server allows for an upload, so that its answer still arrives. */
const FORM_TIMEOUT_MS = 150_000;

/** Sends a form by the only browser interface that reports upload progress. */
export const sendFormWithProgress: SendForm = ({ url, headers, body, signal, onProgress }) => {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<FormReply>();
  const request = new XMLHttpRequest();
  const abort = (): void => {
    request.abort();
    reject(signal.reason as Error);
  };
  const fail = (): void => reject(new UnreachableError());
  signal.addEventListener('abort', abort, { once: true });
  request.open('POST', url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.timeout = FORM_TIMEOUT_MS;
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
  request.addEventListener('error', fail);
  request.addEventListener('timeout', fail);
  request.addEventListener('load', () =>
    resolve({
      status: request.status,
      contentType: request.getResponseHeader('content-type') ?? '',
      text: request.responseText,
      position: request.getResponseHeader(POSITION_HEADER),
    }),
  );
  request.send(body);
  return promise.finally(() => signal.removeEventListener('abort', abort));
};
