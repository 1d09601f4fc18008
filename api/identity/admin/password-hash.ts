import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ARGON2ID_HASH } from '../../config/password-hash-format.ts';

/** OWASP's parameters: 19 MiB and two passes. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;

const derive = promisify(argon2);

/** Argon2id of a password in the PHC format, on another thread. */
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

/** Whether a password is the one of a hash, on another thread. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = ARGON2ID_HASH.exec(hash) ?? [];
  const wanted = Buffer.from(tag, 'base64');
  if (wanted.length === 0) return false;
  const given = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
    memory: Number(memory),
    passes: Number(passes),
  });
  return timingSafeEqual(given, wanted);
}

/** Base64 without padding, as PHC wants it. */
const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
