import type { Transaction } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';
import type { DataHistory } from '../../storage/data-history.ts';
import { readPairFrom } from '../../storage/history.repository.ts';
import type { Schema } from '../../storage/schema.ts';
import { scopesOf } from '../feed/change-feed.ts';
import { findManifest } from './snapshot.repository.ts';

/** The newest manifest of a shop with the proofs of its positions. */
export interface ProvenManifest {
  readonly number: number;
  readonly seq: number;
  readonly proof: string;
  readonly viewsSeq: number;
  readonly viewsProof: string;
  readonly json: string;
}

/** Reads the newest manifest of a shop; undefined while its first snapshot is being built. */
export async function readManifest(
  history: DataHistory,
  trx: Transaction<Schema>,
  epoch: string,
  shop: ShopKey,
): Promise<ProvenManifest | undefined> {
  const manifest = await findManifest(trx, shop);
  if (!manifest) return undefined;
  const { number, seq, views_seq: viewsSeq, body } = manifest;
  const { products, views } = scopesOf(shop);
  const proof = history.prove(epoch, products, await readPairFrom(trx, products.counter, seq), seq);
  const viewsProof = history.prove(epoch, views, await readPairFrom(trx, views.counter, viewsSeq), viewsSeq);
  const json = `${JSON.stringify({ proof, viewsProof }).slice(0, -1)},${body.slice(1)}`;
  return { number, seq, proof, viewsSeq, viewsProof, json };
}
