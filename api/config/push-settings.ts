import * as z from 'zod';

/** The contact of a shop that has configured none. */
const NO_CONTACT = 'mailto:nobody@hexlime.invalid';

/** A host name with at least two labels. */
const HOST = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]([a-z\d-]*[a-z\d])?$/;

/** A key in base64url. */
const keySchema = (bytes: number) =>
  z
    .string()
    .refine(
      (text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes,
      `must be ${bytes} bytes in base64url`,
    );

/** Environment variables of web push. */
export const pushEnvironment = {
  VAPID_PUBLIC_KEY: keySchema(65).optional(),
  VAPID_PRIVATE_KEY: keySchema(32).optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(https:\/\/|mailto:).+/, 'must begin with https:// or mailto:')
    .optional(),
  PUSH_SERVICES: z
    .string()
    .transform((value) => value.split(',').map((host) => host.trim().toLowerCase()))
    .pipe(z.array(z.string().regex(HOST, 'must be host names, separated by commas')))
    .optional(),
};

const environmentSchema = z.object(pushEnvironment);

/** The key pair by which push services identify this shop, in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushSettings {
  /** Undefined: the pair that is stored in the database. */
  readonly keys: VapidKeys | undefined;
  /** Where push services can reach the sender: a URL that begins with https: or mailto:. */
  readonly contact: string;
  /** Hosts of push services besides the known ones. */
  readonly addedServices: readonly string[];
}

/** Returns the settings of web push. `fail` is called with a sentence about settings that contradict each other. */
export function toPushSettings(
  values: z.output<typeof environmentSchema>,
  publicUrl: string | undefined,
  fail: (sentence: string) => never,
): PushSettings {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = values;
  if ((publicKey === undefined) !== (privateKey === undefined)) {
    fail('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are a pair: set both or none.');
  }
  return {
    keys: publicKey !== undefined && privateKey !== undefined ? { publicKey, privateKey } : undefined,
    addedServices: values.PUSH_SERVICES ?? [],
    contact: subject ?? (publicUrl?.startsWith('https:') ? publicUrl : NO_CONTACT),
  };
}
