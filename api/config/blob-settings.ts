import * as z from 'zod';
import { serviceAddressSchema } from './address-settings.ts';

/** The rules of S3 for names of buckets, but without dots: where the name is part of the host, `https` certificates do not cover a dot. */
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
const PREFIX = /^[A-Za-z0-9][\w-]*(\/[A-Za-z0-9][\w-]*)*$/;

/** Environment variables of an S3-compatible object store for images. */
export const blobEnvironment = {
  S3_ENDPOINT: serviceAddressSchema('must be the https address of the service, such as https://s3.example').optional(),
  S3_BUCKET: z.string().regex(BUCKET, 'must be 3 to 63 small letters, digits and hyphens').optional(),
  S3_REGION: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,63}$/, 'must be a name such as eu-central-1')
    .optional(),
  S3_ACCESS_KEY_ID: z
    .string()
    .regex(/^[\u0021-\u007E]{1,256}$/, 'must be the key without spaces')
    .optional(),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .regex(/^[\u0021-\u007E]{1,256}$/, 'must be the key without spaces')
    .optional(),
  S3_PREFIX: z
    .string()
    .transform((text) => text.replace(/\/$/, ''))
    .pipe(z.string().max(100, 'must have at most 100 characters').regex(PREFIX, 'must be a folder such as shop/images'))
    .optional(),
};

const environmentSchema = z.object(blobEnvironment);
type BlobEnvironment = z.output<typeof environmentSchema>;

/** The place of images in an object store, and its key. */
export interface BlobSettings {
  /** Without a slash at its end. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** What the names of all objects begin with: empty, or ends with a slash. */
  readonly prefix: string;
}

const REQUIRED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Returns the settings of the object store; undefined: none, so images are files. `fail` is called with a sentence about wrong settings. */
export function toBlobSettings(values: BlobEnvironment, fail: (sentence: string) => never): BlobSettings | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_PREFIX: prefix } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  const given = [...REQUIRED, 'S3_PREFIX' as const].filter((name) => values[name] !== undefined);
  if (given.length === 0) return undefined;
  if (
    endpoint === undefined ||
    bucket === undefined ||
    region === undefined ||
    accessKeyId === undefined ||
    secretAccessKey === undefined
  ) {
    const missing = REQUIRED.filter((name) => values[name] === undefined);
    return fail(`${given[0]} needs ${missing.join(', ')}: set all five settings of the object store, or none.`);
  }
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix: prefix === undefined ? '' : `${prefix}/` };
}
