import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BlobSettings } from '../../config/blob-settings.ts';
import { createS3Client } from '../../nodes/s3/s3-client.ts';
import { ARE_SERVERS_TESTED } from '../are-servers-tested.ts';

const PYTHON = '/usr/bin/python3';
const SCRIPT = join(import.meta.dirname, 'swift_server.py');
const S3_MIDDLEWARE = '/usr/lib/python3/dist-packages/swift/common/middleware/s3api';

/** Whether OpenStack Swift, a real object store with an S3 interface, may be tested and is installed: `python3-swift` of Debian. */
export const hasSwift = ARE_SERVERS_TESTED && existsSync(S3_MIDDLEWARE) && existsSync(PYTHON);

/** A running object store with a bucket. */
export interface S3TestServer {
  readonly settings: BlobSettings;
  stop(): Promise<void>;
}

/** Starts the installed Swift on a temporary folder, in one process, and creates a bucket. Swift checks signatures as Amazon does. */
export async function startSwift(): Promise<S3TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-swift-'));
  const [accessKeyId, secretAccessKey] = ['test:tester', 'secret-of-tests'];
  const child = spawn(PYTHON, [SCRIPT, folder, accessKeyId, secretAccessKey]);
  const exit = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
  const port = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => Number(line)),
    exit.then(() => Promise.reject(new Error(`Swift did not start: ${errors}`))),
  ]);
  const settings: BlobSettings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'images',
    region: 'test-region',
    accessKeyId,
    secretAccessKey,
    prefix: '',
  };
  const { status, errorCode } = await createS3Client(settings).send({ method: 'PUT' });
  if (status !== 200) throw new Error(`the bucket could not be created: ${status} ${errorCode}`);
  return {
    settings,
    async stop() {
      child.stdin.end();
      child.kill();
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the settings of a shop that keeps its images in this bucket. */
export const toSettings = ({ settings }: S3TestServer): Readonly<Record<string, string>> => ({
  S3_ENDPOINT: settings.endpoint,
  S3_BUCKET: settings.bucket,
  S3_REGION: settings.region,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
});
