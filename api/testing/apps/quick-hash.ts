import { argon2Sync, createHash } from 'node:crypto';

const MEMORY_KIB = 8;

/**
 * Returns an argon2id hash of a password, always the same and computed at once. With the costs of a real server, each login of a test would
 * take two passes over 19 MiB.
 */
export function quickHash(password: string): string {
  const nonce = createHash('sha256').update(password).digest().subarray(0, 16);
  const costs = { parallelism: 1, tagLength: 32, memory: MEMORY_KIB, passes: 1 };
  const tag = argon2Sync('argon2id', { message: password, nonce, ...costs });
  const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${MEMORY_KIB},t=1,p=1$${toText(nonce)}$${toText(tag)}`;
}
