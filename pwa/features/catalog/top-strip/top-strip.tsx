import { useDeferredValue, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { FIRST_SCREEN_ROW_CARDS } from '#contract/first-screen.ts';
import { imagePriority } from '#pwa/ui/media/image-priority.ts';
import type { ImagePriority } from '#pwa/ui/media/image-priority.ts';
import type { WireCard } from '#sync/worker/engine-api.ts';
import { TopStripView } from './top-strip-view.tsx';
import { useAutoScroll } from './use-auto-scroll.ts';

interface TopStripProps {
  readonly cards: readonly WireCard[];
  /** Whether the page is covered by a dialog: the strip then stands still. */
  readonly isCovered: boolean;
  /** Number of cards on the first screen of any device. */
  readonly firstCards: number;
  readonly renderCard: (card: WireCard, priority: ImagePriority) => ReactNode;
}

/** The most viewed products, moving slowly to and fro unless they are touched, hovered, focused or paused. */
export function TopStrip({ cards, isCovered, firstCards, renderCard }: TopStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  // With reduced motion the strip is paused at first.
  const [choice, setChoice] = useState<'stopped' | 'moving'>();
  const { prefersReducedMotion, pauseHandlers } = useAutoScroll(strip, { choice, isCovered });
  const count = useDeferredValue(cards.length, FIRST_SCREEN_ROW_CARDS);
  const isStopped = choice === 'stopped' || (choice === undefined && prefersReducedMotion);
  return (
    <TopStripView
      isStopped={isStopped}
      onToggle={() => setChoice(isStopped ? 'moving' : 'stopped')}
      stripRef={strip}
      pauseHandlers={pauseHandlers}
    >
      {cards.slice(0, count).map((card, index) => (
        <li key={card.id}>{renderCard(card, imagePriority(index, firstCards))}</li>
      ))}
    </TopStripView>
  );
}
