import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { BlobSettings } from '../../config/blob-settings.ts';
import { createSlots } from '../../jobs/slots.ts';
import { BlobStoreError } from '../../storage/blobs/blob-store-error.ts';
import { describeReply, isFull, isPassing, readErrorElement } from './s3-replies.ts';
import type { S3Reply } from './s3-replies.ts';

/** One call of the object store. All are idempotent, so that each may be repeated. */
export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Name of an object below the prefix of the settings; missing: the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface S3Client {
  /**
   * Sends a request, several times if needed, until it is answered with anything but a passing fault.
   * @throws BlobStoreError `BLOBS_UNREACHABLE` when that takes too long or too many attempts, or at once while the store is away; `BLOBS_FULL`
   */
  send(request: S3Request): Promise<S3Reply>;
}

export interface S3ClientOptions {
  /** Longest time of one attempt, to read and to write, in ms. */
  readonly attemptMs?: { readonly read: number; readonly write: number };
  /** Longest time of a call with all its attempts, in ms. */
  readonly totalMs?: { readonly read: number; readonly write: number };
  /** Calls at a time; more wait. Each takes a connection. */
  readonly maxCalls?: number;
  /** How often a call may ask a store that is away; other calls fail at once. In ms. */
  readonly probeEveryMs?: number;
  /** Time in ms. */
  readonly now?: () => number;
}

/** A visitor waits for a read; an upload waits for a write, which may take its bytes over a slow line. */
const ATTEMPT_MS = { read: 5_000, write: 20_000 };
const TOTAL_MS = { read: 10_000, write: 40_000 };
const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;
const MAX_CALLS = 64;
const PROBE_EVERY_MS = 1_000;

/** Signs and sends calls to a bucket by SigV4, with the bucket in the path, and repeats them after passing faults. */
export function createS3Client(settings: BlobSettings, options: S3ClientOptions = {}): S3Client {
  const { attemptMs = ATTEMPT_MS, totalMs = TOTAL_MS, maxCalls = MAX_CALLS, probeEveryMs = PROBE_EVERY_MS } = options;
  const { now = Date.now } = options;
  const inTurn = createSlots(maxCalls);
  const signingKeys = new Map<string, ArrayBuffer>();
  /** Why the store is away; undefined while it answers. */
  let away: BlobStoreError | undefined;
  let nextProbeMs = 0;

  const attempt = async (request: S3Request, timeoutMs: number): Promise<S3Reply> => {
    const { method, key, query = {}, headers = {}, body } = request;
    const path = key === undefined ? '' : `/${encodeKey(settings.prefix + key)}`;
    const url = new URL(`${settings.endpoint}/${settings.bucket}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      // The store compares the hash with what arrives, also where the connection is not encrypted.
      headers: { ...headers, 'x-amz-content-sha256': hashOf(body ?? '') },
      service: 's3',
      region: settings.region,
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
      cache: signingKeys,
      datetime: toAmzDate(now()),
    }).sign();
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
      // A redirect would lead to another host or region, for which the signature is wrong.
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.ceil(timeoutMs)),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const errorCode = response.ok ? '' : (readErrorElement(bytes, 'Code') ?? '');
    return { status: response.status, errorCode, headers: response.headers, bytes };
  };

  const send = async (request: S3Request, untilMs: number): Promise<S3Reply> => {
    const kind = request.method === 'PUT' ? 'write' : 'read';
    let reason = 'earlier calls took too long';
    let cause: unknown;
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      if (attempts > 0) await setTimeout(pauseMs(attempts));
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) break;
      try {
        const reply = await attempt(request, Math.min(attemptMs[kind], leftMs));
        if (isFull(reply)) {
          throw new BlobStoreError('BLOBS_FULL', `the object store has no room left (${describeReply(reply)})`);
        }
        if (!isPassing(reply)) return reply;
        reason = describeReply(reply);
      } catch (error) {
        if (!isNetworkFault(error)) throw error;
        cause = error;
        reason = describeFault(error);
      }
    }
    throw new BlobStoreError(
      'BLOBS_UNREACHABLE',
      `the object store at ${settings.endpoint} did not answer a ${request.method}: ${reason}`,
      { cause },
    );
  };

  const sendInTurn = async (request: S3Request): Promise<S3Reply> => {
    const untilMs = performance.now() + totalMs[request.method === 'PUT' ? 'write' : 'read'];
    try {
      const reply = await inTurn(() => send(request, untilMs));
      away = undefined;
      return reply;
    } catch (error) {
      if (error instanceof BlobStoreError && error.code === 'BLOBS_UNREACHABLE') away = error;
      throw error;
    }
  };

  return {
    async send(request) {
      if (!away) return sendInTurn(request);
      // Only one call in a while checks whether the store is back: many waiting images would block a browser's connections for its other calls.
      if (performance.now() < nextProbeMs) {
        throw new BlobStoreError(away.code, away.message, { cause: away.cause, isRepeated: true });
      }
      nextProbeMs = performance.now() + probeEveryMs;
      return sendInTurn(request);
    },
  };
}

/** Returns whether `fetch` failed because of its connection or a timeout; any other error is a mistake of this program. */
const isNetworkFault = (error: unknown): error is Error =>
  (error instanceof DOMException && error.name === 'TimeoutError') ||
  (error instanceof TypeError && error.cause instanceof Error);

function describeFault({ cause, name, message }: Error): string {
  if (name === 'TimeoutError') return 'no answer in time';
  if (!(cause instanceof Error)) return message;
  return 'code' in cause ? `${String(cause.code)} ${cause.message}`.trim() : cause.message;
}

/** Returns a pause that grows with the attempts; its random part keeps many calls from coming again at once. */
const pauseMs = (attempts: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1)) * (0.5 + Math.random());

const encodeKey = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

const hashOf = (body: Uint8Array | string): string => createHash('sha256').update(body).digest('hex');

const toAmzDate = (ms: number): string => new Date(ms).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
