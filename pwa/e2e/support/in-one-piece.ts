/**
 * Returns the settings of a call with its body as bytes. Node's fetch (undici 7.29) reads the parts of a FormData or a Blob in an async function
 * that is not awaited. When the call is aborted meanwhile, that function writes into a closed stream, and its rejection cannot be caught:
 * "ReadableStream is already closed". Browsers do not have this fault.
 */
export async function inOnePiece(init: RequestInit = {}): Promise<RequestInit> {
  const { body } = init;
  if (!(body instanceof FormData || body instanceof Blob)) return init;
  const whole = new Response(body);
  const headers = new Headers(init.headers);
  const type = whole.headers.get('content-type');
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
  return { ...init, headers, body: await whole.arrayBuffer() };
}
