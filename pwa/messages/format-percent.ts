import { currentLanguage } from './localized.ts';

/** A smaller share is written as `<0.1%`. */
const SMALLEST = 0.001;

/** Formats a share (1 is 100%) in percent: `12%`, `4.7%`, `<0.1%`. `signed` also writes a plus. */
export function formatPercent(share: number, sign: 'plain' | 'signed' = 'plain'): string {
  if (share > 0 && share < SMALLEST) return `<${formatPercent(SMALLEST)}`;
  return share.toLocaleString(currentLanguage(), {
    style: 'percent',
    signDisplay: sign === 'signed' ? 'exceptZero' : 'auto',
    maximumFractionDigits: Math.abs(share) < 0.1 ? 1 : 0,
  });
}
