import { useEffect, useRef, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { SHARE_QUERY } from '#contract/service-worker/share-query.ts';
import type { ShopRow } from '#contract/shops.ts';
import { FoundProducts } from '#pwa/features/scanner/found-products.tsx';
import { ScanDialog } from '#pwa/features/scanner/scan-dialog.tsx';
import { ScanResult, SearchingCode } from '#pwa/features/scanner/scan-result.tsx';
import { scannerMessages } from '#pwa/messages/en/scanner.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import type { FoundCode } from '#pwa/features/scanner/reader/found-code.ts';
import { goToProduct } from '../routing/go-to-product.ts';
import { findSharedAddress } from '../routing/shared-search.ts';
import { findByBarcode } from './find-by-barcode.ts';
import type { BarcodeResult } from './find-by-barcode.ts';
import { interpretCodes } from './interpret-code.ts';
import type { CodeMeaning } from './interpret-code.ts';

interface ShopScannerProps {
  readonly shop: ShopRow;
  readonly onClose: () => void;
}

/** Opens the product of a code in any shop. Several products are listed; a code without a product can be searched for. */
export function ShopScanner({ shop, onClose }: ShopScannerProps) {
  const { engine } = useSync();
  const [meaning, setMeaning] = useState<UnopenedCode>();
  const [products, setProducts] = useState<BarcodeResult>();
  /** The number of the last code: an answer to an earlier one, or after the dialog has closed, is dropped. */
  const lastCode = useRef(0);
  useEffect(
    () => () => {
      lastCode.current = -1;
    },
    [],
  );

  const open = (to: ShopRow, id: number): void => {
    onClose();
    goToProduct(to, id);
  };
  const show = async (codes: readonly FoundCode[]): Promise<void> => {
    const found = interpretCodes(codes, location.origin);
    if (!found) return;
    if (found.is === 'product') {
      open(found.shop, found.id);
      return;
    }
    if (found.is === 'page') {
      onClose();
      navigate(found.path);
      return;
    }
    setMeaning(found);
    if (found.is !== 'barcode') return;
    lastCode.current += 1;
    const code = lastCode.current;
    const result = await findByBarcode(engine.catalog, shop, found.barcode);
    if (code !== lastCode.current) return;
    const [first, ...others] = result.found;
    if (first?.cards.length === 1 && others.length === 0) open(first.shop, first.cards[0]?.id ?? 0);
    else setProducts(result);
  };
  const again = (): void => {
    lastCode.current += 1;
    setMeaning(undefined);
    setProducts(undefined);
  };
  const isSearching = meaning?.is === 'barcode' && !products;
  return (
    <ScanDialog
      result={
        meaning &&
        (isSearching ? (
          <SearchingCode />
        ) : (
          <ScanResult
            message={describe(meaning, products)}
            code={meaning.text}
            onSearch={
              products && products.found.length > 0
                ? undefined
                : () => {
                    onClose();
                    navigate(findSearch(shop, meaning.text));
                  }
            }
            onAgain={again}
          >
            {products && <FoundProducts found={products.found} onOpen={open} />}
          </ScanResult>
        ))
      }
      onCodes={(codes) => void show(codes)}
      onClose={onClose}
    />
  );
}

/** A code that did not open anything at once. */
type UnopenedCode = Exclude<CodeMeaning, { readonly is: 'product' | 'page' }>;

/** Returns the address of a shop's search for a code, as for a text shared with it: a link is searched by its words, if it has any. */
function findSearch(shop: ShopRow, text: string): string {
  const shared = findSharedAddress(new URLSearchParams({ [SHARE_QUERY.text]: text }).toString(), location.origin);
  const { search } = new URL(shared, location.origin);
  const asItIs = new URLSearchParams({ q: text.slice(0, MAX_SEARCH_LENGTH) });
  return `${shop.path}${search === '' ? `?${asItIs}` : search}`;
}

function describe(meaning: UnopenedCode, products: BarcodeResult | undefined): string {
  if (meaning.is === 'link') return scannerMessages.foreign;
  if (!products) return scannerMessages.text;
  const count = products.found.reduce((sum, { cards }) => sum + cards.length, 0);
  if (count > 0) return scannerMessages.several(count);
  return products.isUnsure ? scannerMessages.unsure : scannerMessages.unknown;
}
