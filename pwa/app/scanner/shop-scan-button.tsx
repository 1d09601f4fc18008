import { ScanButton } from '#pwa/features/scanner/scan-button.tsx';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { isScannerOpen } from './scanner-state.ts';

/** The scanner's button in the search bar. */
export const ShopScanButton = () => (
  <ScanButton isOpen={useObservable(isScannerOpen)} onOpen={() => isScannerOpen.set(true)} />
);
