import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import type { ShopRow } from '#contract/shops.ts';
import { ScanDialog } from '#pwa/features/scanner/scan-dialog.tsx';
import { ScanResult } from '#pwa/features/scanner/scan-result.tsx';
import { scannerMessages } from '#pwa/messages/en/scanner.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import type { FoundCode } from '#pwa/features/scanner/reader/found-code.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { interpretCodes } from '../scanner/interpret-code.ts';
import type { CodeMeaning } from '../scanner/interpret-code.ts';
import { adminFormUrl } from './admin-form-url.ts';

interface AdminScannerProps {
  /** Takes a code; returns whether it is of use here. */
  readonly onCode: (meaning: CodeMeaning) => boolean;
  /** Explains a code that is of no use. */
  readonly describe: (meaning: CodeMeaning) => string;
  /** Searches for a code that is of no use; omitted where nothing can be searched. */
  readonly onSearch?: (text: string) => void;
}

/** A button that opens the scanner. */
function AdminScanner({ onCode, describe, onSearch }: AdminScannerProps) {
  const [isOpen, setOpen] = useState(false);
  const [useless, setUseless] = useState<CodeMeaning>();
  const close = useCallback((): void => {
    setOpen(false);
    setUseless(undefined);
  }, []);
  const show = (codes: readonly FoundCode[]): void => {
    const meaning = interpretCodes(codes, location.origin);
    if (meaning && onCode(meaning)) close();
    else setUseless(meaning);
  };
  return (
    <>
      <IconButton
        icon={<LazyIcon name="scan" />}
        label={scannerMessages.open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <ScanDialog
          result={
            useless && (
              <ScanResult
                message={describe(useless)}
                code={useless.text}
                onSearch={
                  onSearch &&
                  (() => {
                    close();
                    onSearch(useless.text);
                  })
                }
                onAgain={() => setUseless(undefined)}
              />
            )
          }
          onCodes={show}
          onClose={close}
        />
      )}
    </>
  );
}

/** Opens the product of a shelf label and searches the list for a barcode. For any other code, it only offers a search. */
export const ListScanner = ({ onSearch }: { readonly onSearch: (text: string) => void }) => (
  <AdminScanner
    onCode={(meaning) => {
      if (meaning.is === 'product') editProduct(meaning.shop, meaning.id);
      if (meaning.is === 'barcode') onSearch(meaning.barcode);
      return meaning.is === 'product' || meaning.is === 'barcode';
    }}
    describe={({ is }) => (is === 'text' ? scannerMessages.text : scannerMessages.foreign)}
    onSearch={onSearch}
  />
);

const editProduct = (shop: ShopRow, id: number): void => navigate(adminFormUrl(shop.adminPath, { form: 'edit', id }));

/** Renders a scanner that fills in the barcode of a form. */
export const renderBarcodeScanner = (onBarcode: (barcode: string) => void): ReactNode => (
  <AdminScanner
    onCode={(meaning) => {
      if (meaning.is === 'barcode') onBarcode(meaning.barcode);
      return meaning.is === 'barcode';
    }}
    describe={() => scannerMessages.notABarcode}
  />
);
