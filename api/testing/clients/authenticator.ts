import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '#contract/account/passkeys.ts';

/** Flags of authenticator data: user present, user verified, attested credential data included, copied between devices. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
/** Backup eligible, and backed up. */
const SYNCED = 0x08 | 0x10;
const ATTESTED = 0x40;

/** What an attacker, or a faulty authenticator, does differently. */
export interface Deviations {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly isUserVerified?: boolean;
  readonly type?: string;
  /** Whether the authenticator says that its passkey is copied between devices. */
  readonly isSynced?: boolean;
  /** In place of the number of signatures. */
  readonly counter?: number;
}

/** A passkey of the authenticator. */
interface OwnPasskey {
  readonly id: string;
  readonly rpId: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  counter: number;
}

/** An authenticator and its browser in software: discoverable ES256 passkeys that count their signatures, attestation "none". */
export class SoftwareAuthenticator {
  readonly #origin: string;
  #passkeys: OwnPasskey[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Returns an authenticator with the same passkeys and counters. */
  clone(): SoftwareAuthenticator {
    const copy = new SoftwareAuthenticator(this.#origin);
    copy.#passkeys = this.#passkeys.map((passkey) => ({ ...passkey }));
    return copy;
  }

  /** Registers a passkey, as `navigator.credentials.create` does. */
  create(options: PasskeyCreation, deviations: Deviations = {}): PasskeyAttestation {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const idBytes = randomBytes(32);
    const id = idBytes.toString('base64url');
    const rpId = deviations.rpId ?? options.rp.id;
    this.#passkeys.push({ id, rpId, userHandle: options.user.id, privateKey, counter: 0 });
    // COSE: an EC2 key (2) for ES256 (-7) on P-256 (1).
    const coseKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(idBytes.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, idBytes, coseKey]);
    const authData = Buffer.concat([createAuthenticatorData(rpId, 0, ATTESTED, deviations), attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#describeClient('webauthn.create', options.challenge, deviations).toString('base64url'),
        attestationObject: toText(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        transports: ['internal'],
      },
    };
  }

  /** Signs with the newest passkey of the relying party, as `navigator.credentials.get` does. */
  get(options: PasskeyRequest, deviations: Deviations = {}): PasskeyAssertion {
    const passkey = this.#passkeys.findLast(({ rpId }) => rpId === options.rpId);
    if (!passkey) throw new Error(`no passkey for ${options.rpId}`);
    passkey.counter += 1;
    const { id, userHandle, privateKey, counter } = passkey;
    const sent = deviations.counter ?? counter;
    const authenticatorData = createAuthenticatorData(deviations.rpId ?? options.rpId, sent, 0, deviations);
    const clientData = this.#describeClient('webauthn.get', options.challenge, deviations);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle,
      },
    };
  }

  #describeClient(type: string, challenge: string, deviations: Deviations): Buffer {
    const origin = deviations.origin ?? this.#origin;
    const used = { type: deviations.type ?? type, challenge: deviations.challenge ?? challenge };
    return Buffer.from(JSON.stringify({ ...used, origin, crossOrigin: false }));
  }
}

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** The hash of the relying party, flags and the counter. */
function createAuthenticatorData(
  rpId: string,
  counter: number,
  flags: number,
  { isUserVerified = true, isSynced = false }: Deviations,
): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(PRESENT | (isUserVerified ? VERIFIED : 0) | (isSynced ? SYNCED : 0) | flags);
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
}
