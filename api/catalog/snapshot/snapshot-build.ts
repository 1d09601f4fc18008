import type { ShopKey } from '#contract/shops.ts';
import type { DatabaseSource } from '../../storage/database-source.ts';
import type { SnapshotBlockTable } from '../../storage/schema/catalog.ts';
import type { BuiltManifest } from './built-manifest.ts';
import type { Renewal } from './find-renewal.ts';
import type { CardsUnit } from './plan-cards-blocks.ts';

/** A shop whose snapshot is due, and which part of it. */
export interface DueSnapshot {
  readonly shop: ShopKey;
  readonly renewal: Renewal;
}

/** Which snapshots to build, and from which database. */
export interface SnapshotTask {
  readonly source: DatabaseSource;
  readonly due: readonly DueSnapshot[];
  readonly cardsBlockRows: number;
  /** Number of products from which on a shop's blocks are compressed quickly, to be refined later. */
  readonly quickFromRows: number;
}

/** A block that is not stored yet. */
export interface BuiltBlock extends Omit<SnapshotBlockTable, 'quick_since'> {
  /** Whether it can be compressed better. */
  readonly isQuick: boolean;
}

/** The finished snapshot of one shop: its manifest, and what its cards blocks hold. */
export interface BuiltSnapshot extends DueSnapshot {
  readonly manifest: BuiltManifest;
  readonly plan: readonly (readonly CardsUnit[])[];
}

/** A block that is not stored yet, or a snapshot whose blocks have all been sent. */
export type SnapshotMessage = { readonly block: BuiltBlock } | { readonly snapshot: BuiltSnapshot };

/** A running build. */
export interface SnapshotBuild {
  /** Resolves when the last message is stored; rejects when the build or storing fails. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

/** Resolves when the block or the snapshot is stored. A build has one message in flight, so that blocks do not pile up in memory. */
export type StoreMessage = (message: SnapshotMessage) => Promise<void>;

/** Builds snapshots from committed rows; stores nothing itself. */
export type BuildSnapshots = (task: SnapshotTask, store: StoreMessage) => SnapshotBuild;
