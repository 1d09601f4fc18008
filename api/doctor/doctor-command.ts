import { ConfigError, readConfig } from '#api/config/config.ts';
import type { Config } from '#api/config/config.ts';
import { findIdentitySecret, toBlobOwner } from '#api/identity/identity-secret.ts';
import { mayExist } from '#api/storage/database-source.ts';
import { openReader } from '#api/storage/open-database.ts';
import { checkBucket } from './check-bucket.ts';
import { checkDatabase } from './check-database.ts';
import { checkFiles } from './check-files.ts';
import { checkSettings } from './check-settings.ts';
import { problem } from './finding.ts';
import type { Finding } from './finding.ts';

/** Exit codes, documented with the command. */
export const DOCTOR_EXIT = { ok: 0, problems: 1 } as const;

/** Prints what is insecure or odd about an installation, one line each; returns the exit code. Changes nothing but a probe object in a bucket. */
export async function runDoctor(
  env: Readonly<Record<string, string | undefined>>,
  output: Pick<NodeJS.WritableStream, 'write'>,
  nowMs: number,
): Promise<number> {
  const findings = await examine(env, nowMs);
  for (const { level, text } of findings) output.write(`${level}: ${text}\n`);
  const problems = findings.filter(({ level }) => level === 'problem').length;
  output.write(problems === 0 ? 'No problems found.\n' : `Problems: ${problems}\n`);
  return problems === 0 ? DOCTOR_EXIT.ok : DOCTOR_EXIT.problems;
}

async function examine(env: Readonly<Record<string, string | undefined>>, nowMs: number): Promise<Finding[]> {
  try {
    const config = readConfig(env);
    return [
      ...checkSettings(config),
      ...(await checkFiles(config, nowMs)),
      ...(await checkDatabase(config, nowMs)),
      ...(await checkBucket(config.bucket, config.bucket && (await findOwner(config)), Date.now)),
    ];
  } catch (error) {
    if (error instanceof ConfigError) return [problem(error.message)];
    throw error;
  }
}

/** Names the shop in its bucket; undefined without a database that can be read, which is a finding of its own. */
async function findOwner({ database }: Config): Promise<string | undefined> {
  if (!mayExist(database)) return undefined;
  try {
    const reader = await openReader(database);
    try {
      const secret = await findIdentitySecret({ reader });
      return secret && toBlobOwner(secret);
    } finally {
      await reader.destroy();
    }
  } catch {
    return undefined;
  }
}

if (import.meta.main) process.exitCode = await runDoctor(process.env, process.stdout, Date.now());
