import type { Manifest } from '#contract/http/catalog.ts';

/** A manifest as it is built: its epoch is that of the moment when it is stored, and its proofs are added when it is sent. */
export type BuiltManifest = Omit<Manifest, 'epoch' | 'proof' | 'viewsProof'>;
