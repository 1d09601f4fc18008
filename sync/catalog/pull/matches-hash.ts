/** Whether `hash`, a block's name, is the SHA-256 of `bytes` in hexadecimal. Always true on insecure pages, which cannot compute it. */
export async function matchesHash(bytes: ArrayBuffer, hash: string): Promise<boolean> {
  if (!globalThis.crypto?.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === hash;
}
