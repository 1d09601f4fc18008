import { ProviderError } from './payment-gateway.ts';
import type { JsonObject } from './signatures.ts';

const MAX_REPLY_BYTES = 262_144;

export interface ProviderCall {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
  readonly signal: AbortSignal;
}

/** Sends a request to a provider and returns its JSON; undefined for 404. @throws ProviderError for any other error and for malformed JSON */
export async function callProvider({ url, method, headers, body, signal }: ProviderCall): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      // A redirect would send the API key to another host.
      redirect: 'error',
      signal,
    });
    text = await readText(response);
  } catch (cause) {
    throw new ProviderError(`${new URL(url).host} cannot be reached`, 0, { cause });
  }
  if (response.status === 404) return undefined;
  if (!response.ok) throw new ProviderError(`${new URL(url).host} answered ${response.status}`, response.status);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProviderError(`${new URL(url).host} returned no JSON`, response.status, { cause });
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_REPLY_BYTES) throw new Error('the reply is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
