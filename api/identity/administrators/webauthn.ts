import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '#contract/account/passkeys.ts';
import { hashSecretToken } from '../../http/secret-token.ts';
import type { RelyingParty } from './relying-party.ts';

/** Loads the verification on first use: with its certificate parsers it is as large as a tenth of what the server loads at its start. */
const loadServer = () => import('@simplewebauthn/server');

/** How long the browser shows its prompt; the challenge is valid for as long. */
export const CHALLENGE_MS = 5 * 60_000;

/** COSE algorithms: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

/** A new passkey whose attestation was verified. */
export interface VerifiedPasskey {
  readonly id: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  /** Whether it is copied between the devices of its person. */
  readonly isSynced: boolean;
  readonly transports: readonly string[];
}

/** Creates options to use any passkey of the relying party; without a list, so that they do not reveal which ones exist. */
export async function createPasskeyRequest({ id }: RelyingParty): Promise<PasskeyRequest> {
  const { generateAuthenticationOptions } = await loadServer();
  const { challenge } = await generateAuthenticationOptions({ rpID: id });
  return { challenge, timeout: CHALLENGE_MS, rpId: id, userVerification: 'required' };
}

/** Creates options to register a passkey of a person, on an authenticator that holds none of theirs yet. */
export async function createPasskeyCreation(
  { id }: RelyingParty,
  shopName: string,
  person: { readonly id: string; readonly name: string },
  knownPasskeyIds: readonly string[],
): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await loadServer();
  const { challenge, user, rp, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: shopName,
    rpID: id,
    userID: new TextEncoder().encode(person.id),
    userName: person.name,
    userDisplayName: person.name,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return {
    challenge,
    user,
    rp: { id, name: rp.name },
    pubKeyCredParams,
    timeout: CHALLENGE_MS,
    excludeCredentials: knownPasskeyIds.map((passkeyId) => ({ id: passkeyId, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  };
}

/** Verifies the response of a new passkey. @throws Error when anything about it is wrong */
export async function verifyAttestation(
  { id, origin }: RelyingParty,
  challengeHash: string,
  response: PasskeyAttestation,
): Promise<VerifiedPasskey> {
  const { verifyRegistrationResponse } = await loadServer();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => hashSecretToken(challenge) === challengeHash,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) throw new Error('the attestation could not be verified');
  const { credential, credentialDeviceType } = registrationInfo;
  return {
    ...credential,
    isSynced: credentialDeviceType === 'multiDevice',
    transports: response.response.transports ?? [],
  };
}

/** A stored passkey that a response names. */
export interface StoredPasskey {
  readonly id: string;
  readonly administrator_id: string;
  readonly public_key: Uint8Array;
}

/** What a passkey states about a use, covered by its signature. */
export interface PasskeyUse {
  readonly counter: number;
  /** Whether the passkey is copied between devices. */
  readonly isSynced: boolean;
}

/** Verifies that a passkey has signed the challenge; returns its statement for the caller to compare. @throws Error when anything is wrong */
export async function verifyAssertion(
  { id, origin }: RelyingParty,
  challengeHash: string,
  response: PasskeyAssertion,
  passkey: StoredPasskey,
): Promise<PasskeyUse> {
  const { userHandle } = response.response;
  if (userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() !== passkey.administrator_id) {
    throw new Error('the passkey names another person');
  }
  const { verifyAuthenticationResponse } = await loadServer();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => hashSecretToken(challenge) === challengeHash,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    // The counter is compared when it is stored: atomically, and after the signature, so that only a real clone is reported as one.
    credential: { id: passkey.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
  });
  if (!verified) throw new Error('the signature is wrong');
  const { newCounter, credentialDeviceType } = authenticationInfo;
  return { counter: newCounter, isSynced: credentialDeviceType === 'multiDevice' };
}
