declare const isCallKey: unique symbol;

/** Key of an operation's deciding call; only a `WriteIdentity` has them. */
export type CallKey = string & { readonly [isCallKey]: true };

/**
 * What a write may store that no other one has. It is made once for each write, before its transaction, which runs again where the browser
 * has cut the connection, perhaps after its commit: both runs store the same.
 */
export interface WriteIdentity {
  readonly id: string;
  /** Device time in ms. */
  readonly atMs: number;
  /** The key of the write's operation with this index. */
  keyOf(index: number): CallKey;
}

export function createWriteIdentity(): WriteIdentity {
  const id = crypto.randomUUID();
  return { id, atMs: Date.now(), keyOf: (index) => (index === 0 ? id : `${id}-${index}`) as CallKey };
}
