import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWK } from 'jose';

export const TEST_CLIENT_ID = 'test-client.apps.googleusercontent.com';

/** Changes to a valid credential; undefined removes a claim. */
export interface CredentialChanges {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: CryptoKey | Uint8Array;
}

/** Publishes keys as Google does, and signs credentials with them. */
export interface FakeGoogle {
  readonly keysUrl: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
  /** Number of requests for the keys. */
  requestCount(): number;
  /** Publishes a new key and signs with it from now on. */
  rotate(): Promise<void>;
  /** Answers with errors from now on. */
  fail(): void;
  createCredential(nonce: string, atMs: number, changes?: CredentialChanges): Promise<string>;
  stop(): Promise<void>;
}

/** Shared by all fakes of a process: making a key takes 200 ms. */
let firstKey: ReturnType<typeof createKey> | undefined;

export async function startFakeGoogle(): Promise<FakeGoogle> {
  let count = 0;
  let failing = false;
  firstKey ??= createKey('key-1');
  let current = await firstKey;
  let number = 1;
  const server = createServer((_request, response) => {
    count += 1;
    response
      .writeHead(failing ? 503 : 200, { 'content-type': 'application/json' })
      .end(failing ? '' : JSON.stringify({ keys: [current.publicJwk] }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    keysUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/certs`,
    get privateKey() {
      return current.privateKey;
    },
    get publicJwk() {
      return current.publicJwk;
    },
    requestCount: () => count,
    async rotate() {
      number += 1;
      current = await createKey(`key-${number}`);
    },
    fail() {
      failing = true;
    },
    createCredential(nonce, atMs, { claims = {}, header = {}, key = current.privateKey } = {}) {
      const issuedAt = Math.floor(atMs / 1_000);
      return new SignJWT({
        iss: 'https://accounts.google.com',
        aud: TEST_CLIENT_ID,
        azp: TEST_CLIENT_ID,
        sub: '113113113113113113113',
        email: 'alice@gmail.example',
        email_verified: true,
        name: 'Alice Example',
        picture: 'https://lh3.googleusercontent.com/a/alice=s96-c',
        iat: issuedAt,
        exp: issuedAt + 3_600,
        nonce,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: current.publicJwk.kid ?? '', typ: 'JWT', ...header })
        .sign(key, { crit: { future: true } });
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function createKey(kid: string): Promise<{ privateKey: CryptoKey; publicJwk: JWK }> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}
