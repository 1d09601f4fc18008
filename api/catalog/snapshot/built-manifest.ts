import type { Manifest } from '#contract/http/catalog.ts';

/** A manifest as it is built: the epoch is added when it is stored, the proofs when it is sent. */
export type BuiltManifest = Omit<Manifest, 'epoch' | 'proof' | 'viewsProof'>;
