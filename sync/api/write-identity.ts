/**
 * What identifies a row that a write makes. It is made before the write, whose transaction runs again where its connection is replaced, perhaps
 * after its commit: both runs store the same.
 */
export interface WriteIdentity {
  /** Random. */
  readonly id: string;
  /** Device time in ms. */
  readonly atMs: number;
}

export const createWriteIdentity = (): WriteIdentity => ({ id: crypto.randomUUID(), atMs: Date.now() });
