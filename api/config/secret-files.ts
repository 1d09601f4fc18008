import { readFileSync } from 'node:fs';

/** The settings that may be in a file, as the secrets of containers are: `NAME_FILE` is its path. */
export const SECRET_SETTINGS = [
  'ADMIN_PASSWORD',
  'ADMIN_PASSWORD_HASH',
  'NOWPAYMENTS_API_KEY',
  'NOWPAYMENTS_IPN_SECRET',
  'BTCPAY_API_KEY',
  'BTCPAY_WEBHOOK_SECRET',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'VAPID_PRIVATE_KEY',
  'DATABASE_URL',
  'REDIS_URL',
  // For the command that moves a shop.
  'MOVE_TO',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the settings and those that are in files, without their last line break. `fail` is called with a sentence about a wrong file. */
export function readSecretFiles(env: Environment, fail: (sentence: string) => never): Environment {
  const read: Record<string, string> = {};
  for (const name of SECRET_SETTINGS) {
    const file = env[`${name}_FILE`];
    if (file === undefined || file === '') continue;
    if (env[name] !== undefined && env[name] !== '') fail(`The setting ${name}_FILE is wrong: ${name} is set as well.`);
    read[name] = readSecret(name, file, fail);
  }
  return { ...env, ...read };
}

function readSecret(name: string, file: string, fail: (sentence: string) => never): string {
  let text = '';
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    // In a container the file's owner is a user number of the machine: the message names the number that the operator has to set.
    const reader = code === 'EACCES' ? ` by user ${process.geteuid?.()}` : '';
    fail(`The setting ${name}_FILE is wrong: the file ${file} cannot be read${reader} (${code}).`);
  }
  return text === '' ? fail(`The setting ${name}_FILE is wrong: the file ${file} is empty.`) : text;
}
