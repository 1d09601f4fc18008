import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ARGON2ID_HASH } from '../../config/password-hash-format.ts';

/** OWASP's recommended parameters: 19 MiB and two passes. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;

const derive = promisify(argon2);

/** Hashes a password with argon2id on another thread; returns the PHC format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', {
    message: password,
    nonce,
    parallelism: 1,
    tagLength: TAG_BYTES,
    memory: MEMORY_KIB,
    passes: PASSES,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${toText(nonce)}$${toText(tag)}`;
}

/** Verifies a password against a hash on another thread. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = ARGON2ID_HASH.exec(hash) ?? [];
  const expected = Buffer.from(tag, 'base64');
  if (expected.length === 0) return false;
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    parallelism: Number(parallelism),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
  });
  return timingSafeEqual(actual, expected);
}

/** Base64 without padding, as the PHC format requires. */
const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
