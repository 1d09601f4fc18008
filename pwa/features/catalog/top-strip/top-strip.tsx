import { useRef, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useReducedMotion } from '#pwa/platform/browser/use-media-query.ts';
import { imagePriority } from '#pwa/ui/media/image-priority.ts';
import type { ImagePriority } from '#pwa/ui/media/image-priority.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { useShownCards } from '../list/use-shown-cards.ts';
import { TopStripView } from './top-strip-view.tsx';
import type { StripMotionProps } from './strip-motion.tsx';

interface TopStripProps {
  readonly cards: readonly WireCard[];
  /** Number of cards on the first screen of any device. */
  readonly firstCards: number;
  /** Moves the strip; undefined until loaded. */
  readonly Motion: ComponentType<StripMotionProps> | undefined;
  readonly renderCard: (card: WireCard, priority: ImagePriority) => ReactNode;
}

/** The most viewed products, moving slowly to and fro unless they are touched, hovered, focused or paused. */
export function TopStrip({ cards, firstCards, Motion, renderCard }: TopStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  // With reduced motion the strip is paused at first.
  const [choice, setChoice] = useState<'stopped' | 'moving'>();
  const prefersReducedMotion = useReducedMotion();
  const track = useRef<HTMLUListElement>(null);
  const shown = useShownCards(track, cards);
  const isStopped = choice === 'stopped' || (choice === undefined && prefersReducedMotion);
  return (
    <>
      <TopStripView
        isStopped={isStopped}
        onToggle={() => setChoice(isStopped ? 'moving' : 'stopped')}
        stripRef={strip}
        trackRef={track}
      >
        {shown.map((card, index) => (
          <li key={card.id}>{renderCard(card, imagePriority(index, firstCards))}</li>
        ))}
      </TopStripView>
      {Motion && <Motion strip={strip} isStopped={isStopped} />}
    </>
  );
}
