import type { MarkedPart } from './mark-words.ts';

/** A text whose matches of a search are marked. */
export const MarkedText = ({ parts }: { readonly parts: readonly MarkedPart[] }) =>
  parts.map(({ text, isHit }, index) =>
    // The parts of a text have no key but their index.
    // oxlint-disable-next-line react/no-array-index-key
    isHit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
