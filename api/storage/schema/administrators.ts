/** Named administrators; revoked ones stay. */
export interface AdministratorTable {
  id: string;
  name: string;
  /** JSON. */
  roles: string;
  created_at: number;
  /** When the first passkey was registered. */
  registered_at: number | null;
  revoked_at: number | null;
  /** The user as whom this administrator answers chats. */
  chat_sub: string | null;
}

export interface PasskeyTable {
  /** Of the authenticator, in base64url. */
  id: string;
  administrator_id: string;
  name: string;
  /** COSE. */
  public_key: Uint8Array;
  /** Signatures so far; 0 for authenticators that do not count. */
  counter: number;
  /** JSON. */
  transports: string;
  created_at: number;
  used_at: number | null;
}

/** Codes, secrets, tokens and challenges are stored as hashes only. */
export interface RecoveryCodeTable {
  hash: string;
  administrator_id: string;
}

export interface RegistrationLinkTable {
  hash: string;
  administrator_id: string;
  expires_at: number;
}

/** A right password that waits for its passkey. */
export interface PendingLoginTable {
  token_hash: string;
  /** Rejected passkeys and codes. */
  tries: number;
  expires_at: number;
}

export interface PasskeyChallengeTable {
  token_hash: string;
  purpose: 'login' | 'proof' | 'registration';
  hash: string;
  expires_at: number;
}

export interface AdminTokenTable {
  token_hash: string;
  created_at: number;
  used_at: number;
  /** Names the session without its token. */
  id: string;
  /** Null: an administrator without a name. */
  administrator_id: string | null;
  /** The passkey that opened the session, if one did. */
  passkey_id: string | null;
  /** When the caller last used a passkey or a recovery code. */
  proved_at: number | null;
  /** Coarse words for the device, and the network where the session was opened; null when unknown. */
  browser: string | null;
  system: string | null;
  network: string | null;
}
