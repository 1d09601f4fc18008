import { BlobStoreError } from '../../storage/blobs/blob-store-error.ts';
import { readElement } from './s3-xml.ts';

/** An answer of the object store. */
export interface S3Reply {
  readonly status: number;
  /** The `Code` of an error, such as `NoSuchKey`; empty without one. */
  readonly errorCode: string;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Errors are short; an image's bytes are not searched for one. */
const MAX_ERROR_BYTES = 4_096;
const MAX_REASON_LENGTH = 200;
const NOT_IMPLEMENTED = 501;
const INSUFFICIENT_STORAGE = 507;

/** Returns the text of an element of an error. */
export const readErrorElement = (bytes: Buffer, name: string): string | undefined =>
  readElement(bytes.toString('utf8', 0, MAX_ERROR_BYTES), name);

export const isOk = ({ status }: S3Reply): boolean => status >= 200 && status < 300;

/** Returns true only for a missing object: a missing bucket, or a 404 of a proxy in between, must not look like one. */
export const isMissing = ({ status, errorCode }: S3Reply): boolean => status === 404 && errorCode === 'NoSuchKey';

export const isFull = ({ status }: S3Reply): boolean => status === INSUFFICIENT_STORAGE;

/** Returns whether the same call may succeed a little later. */
export const isPassing = ({ status, errorCode }: S3Reply): boolean =>
  (status >= 500 && status !== NOT_IMPLEMENTED) || status === 429 || status === 408 || errorCode === 'RequestTimeout';

/** Describes an answer as the end of a sentence, without what it quotes of the request. */
export function describeReply({ status, errorCode, bytes }: S3Reply): string {
  const message = readErrorElement(bytes, 'Message')?.slice(0, MAX_REASON_LENGTH).replace(/\.$/, '');
  return [String(status), errorCode, message].filter((part) => part !== undefined && part !== '').join(' ');
}

/** Turns an answer that is neither the wanted one nor a passing fault into an error. */
export const rejection = ({ method }: { readonly method: string }, reply: S3Reply): BlobStoreError =>
  new BlobStoreError('BLOBS_REJECTED', `the object store refused a ${method}: ${describeReply(reply)}`);
