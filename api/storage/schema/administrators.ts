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
  /** The id that the authenticator gave the passkey, in base64url. */
  id: string;
  administrator_id: string;
  name: string;
  /** In the format COSE. */
  public_key: Uint8Array;
  /** Signatures so far; 0 for authenticators that do not count. */
  counter: number;
  /** JSON. */
  transports: string;
  /** 1 if the passkey is synced between devices, each with a counter of its own; null: not known yet. */
  is_synced: number | null;
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
  /** The administrator who made the link; null: the console, or an administrator without a name. */
  maker_id: string | null;
  /** The passkey that opened the maker's session; null: a recovery code opened it. */
  maker_passkey_id: string | null;
  /** The passkey of the maker's proof; null: the credential that opened the session. */
  maker_proof_id: string | null;
}

/** A login whose password was right and whose passkey is still missing. */
export interface PendingLoginTable {
  token_hash: string;
  /** How many passkeys and codes were rejected. */
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
  /** Names the session without revealing its token. */
  id: string;
  /** Null: an administrator without a name, whose session the password opened. */
  administrator_id: string | null;
  /** The passkey that opened the session; null for a named administrator whose recovery code opened it. */
  passkey_id: string | null;
  /** When the caller last used a passkey or a recovery code. */
  proved_at: number | null;
  /** The passkey of the last proof; null: the credential that opened the session. */
  proved_by: string | null;
  /** Coarse words for the device, and the network where the session was opened; null when unknown. */
  browser: string | null;
  system: string | null;
  network: string | null;
}
