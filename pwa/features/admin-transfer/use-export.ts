import { useState } from 'react';
import type { OfferKind, ShopKey } from '#contract/shops.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { formatDay } from '#pwa/messages/format-day.ts';
import { saveTextFile } from '#pwa/platform/browser/save-text-file.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import type { CallResult } from '#sync/api/calls.ts';
import { csvHead, toProductRows } from './product-csv.ts';

/** State of an export. */
export type ExportState =
  | { readonly step: 'idle' }
  | { readonly step: 'running'; readonly count: number }
  | { readonly step: 'done'; readonly count: number; readonly save: () => void }
  | { readonly step: 'failed'; readonly message: string };

/** Exports all products of a shop, loaded page by page, to a file. */
export function useExport({ key, offer }: { readonly key: ShopKey; readonly offer: OfferKind }): {
  readonly state: ExportState;
  readonly start: () => void;
} {
  const calls = useAdminCalls();
  const [state, setState] = useState<ExportState>({ step: 'idle' });

  const run = async (): Promise<void> => {
    const parts = [csvHead(offer)];
    let count = 0;
    let after: number | undefined;
    for (;;) {
      setState({ step: 'running', count });
      const page = await calls.exportProducts({ query: { shop: key, after } });
      if (!page.ok) return setState({ step: 'failed', message: describeFailure(page) });
      const { products, more } = page.value;
      parts.push(toProductRows(offer, products));
      count += products.length;
      after = products.at(-1)?.id;
      if (!more || after === undefined) break;
    }
    const text = parts.join('');
    const save = (): void =>
      saveTextFile(adminTransferMessages.fileName(key, formatDay(Date.now())), text, 'text/csv;charset=utf-8');
    save();
    setState({ step: 'done', count, save });
  };
  const start = (): void =>
    void run().catch(() => setState({ step: 'failed', message: adminTransferMessages.callProblems['device-error'] }));
  return { state, start };
}

type Failure = Extract<CallResult<unknown>, { ok: false }>;

const describeFailure = (failure: Failure): string =>
  failure.problem === 'rejected'
    ? adminTransferMessages.rejected(failure.detail)
    : adminTransferMessages.callProblems[failure.problem];
