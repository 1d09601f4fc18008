import { ConfigError, readConfig } from '#api/config/config.ts';
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
      ...(await checkBucket(config.bucket, Date.now)),
    ];
  } catch (error) {
    if (error instanceof ConfigError) return [problem(error.message)];
    throw error;
  }
}

if (import.meta.main) process.exitCode = await runDoctor(process.env, process.stdout, Date.now());
