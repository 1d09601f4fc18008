import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { galleryMessages } from '#pwa/messages/en/product.ts';
import { prefersReducedMotion } from '#pwa/platform/browser/client-hints.ts';
import { isMobileBrowser } from '#pwa/platform/browser/is-mobile-browser.ts';
import { IconButton } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { useSwipe } from './use-swipe.ts';
import type { SwipeStep } from './use-swipe.ts';
import styles from './carousel.module.css';

/** How long a swiped image takes to settle: as long as the fade in the style sheet. */
const SETTLE_MS = 150;
const SETTLE = { duration: SETTLE_MS, easing: 'ease-out', fill: 'forwards' } as const;

interface CarouselProps {
  readonly total: number;
  /** Unbounded in both directions when the images wrap round; `slideNumber` maps it to an image. */
  readonly position: number;
  readonly onMove: (step: number) => void;
  /** Renders the image of a number from 1. Several images may be rendered, one of which is current. */
  readonly renderSlide: (number: number, isCurrent: boolean) => ReactNode;
  /** Called when the image is clicked. With a `pressLabel` the image is a button for the keyboard, too. */
  readonly onPress?: () => void;
  readonly pressLabel?: string;
  /** Whether a swipe may begin now. */
  readonly canSwipe?: () => boolean;
  readonly className?: string | undefined;
}

/** Returns the number of the image at a position, from 1; 0 without images. */
export const slideNumber = (position: number, total: number): number =>
  total === 0 ? 0 : (((position % total) + total) % total) + 1;

/** Shows images one at a time, wrapping round: they fade when an arrow is pressed and follow the finger when swiped. */
export function Carousel(props: CarouselProps) {
  const { total, position, onMove, renderSlide, onPress, pressLabel, canSwipe = () => true, className } = props;
  const track = useRef<HTMLDivElement>(null);
  const [lastPosition, setLastPosition] = useState(position);
  const [leaving, setLeaving] = useState<number>();
  const [isDragging, setDragging] = useState(false);
  if (lastPosition !== position) {
    setLastPosition(position);
    setLeaving(isDragging || prefersReducedMotion() ? undefined : lastPosition);
    setDragging(false);
  }
  const resetTrack = useCallback((): void => {
    for (const animation of track.current?.getAnimations() ?? []) animation.cancel();
    if (track.current) track.current.style.transform = '';
  }, []);
  // The slides are laid out again for the position: the track's transform has to be reset in the same frame.
  useLayoutEffect(resetTrack, [resetTrack, position]);

  const settle = async (step: SwipeStep): Promise<void> => {
    if (prefersReducedMotion()) return void (step !== 0 && onMove(step));
    const element = track.current;
    try {
      await element?.animate({ transform: `translateX(${-100 * step}%)` }, SETTLE).finished;
    } catch {
      // Another change of the position canceled the animation.
      return;
    }
    if (step !== 0) return onMove(step);
    resetTrack();
    setDragging(false);
  };
  const swipe = useSwipe({
    canSwipe: () => total > 1 && track.current?.getAnimations().length === 0 && canSwipe(),
    onStart: () => {
      setLeaving(undefined);
      setDragging(!prefersReducedMotion());
    },
    onMove: (offsetPx) => {
      if (track.current && !prefersReducedMotion()) track.current.style.transform = `translateX(${offsetPx}px)`;
    },
    onEnd: (step) => void settle(step),
  });

  const slides = isDragging ? [position - 1, position, position + 1] : [leaving, position];
  const Stage = pressLabel === undefined ? 'div' : 'button';
  return (
    <div className={classNames(styles['carousel'], className)}>
      <Stage
        {...(pressLabel !== undefined && { type: 'button', 'aria-label': pressLabel })}
        className={styles['stage']}
        onClick={onPress}
        {...swipe}
      >
        <span ref={track} className={styles['track']}>
          {slides.map(
            (slide) =>
              slide !== undefined && (
                <span
                  key={slide}
                  className={classNames(styles['slide'], slide === position && leaving !== undefined && styles['fade'])}
                  style={{ transform: `translateX(${isDragging ? (slide - position) * 100 : 0}%)` }}
                  aria-hidden={slide === position ? undefined : true}
                  onAnimationEnd={(event) => event.target === event.currentTarget && setLeaving(undefined)}
                >
                  {renderSlide(slideNumber(slide, total), slide === position)}
                </span>
              ),
          )}
        </span>
      </Stage>
      {total > 1 && <Controls number={slideNumber(position, total)} total={total} onMove={onMove} />}
    </div>
  );
}

function Controls({
  number,
  total,
  onMove,
}: {
  readonly number: number;
  readonly total: number;
  readonly onMove: (step: number) => void;
}) {
  const { previous, next, position } = galleryMessages;
  const label = <span aria-live="polite">{position(number, total)}</span>;
  if (isMobileBrowser()) {
    // No arrows on mobile devices; pressing the numbers is the alternative to a swipe.
    return (
      <button type="button" className={styles['numbers']} onClick={() => onMove(1)}>
        <span className={styles['pill']}>{label}</span>
        <VisuallyHidden>{`. ${next}`}</VisuallyHidden>
      </button>
    );
  }
  return (
    <>
      <IconButton
        icon="previous"
        label={previous}
        className={classNames(styles['arrow'], styles['previous'])}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon="next"
        label={next}
        className={classNames(styles['arrow'], styles['next'])}
        onClick={() => onMove(1)}
      />
      <p className={styles['numbers']}>
        <span className={styles['pill']}>{label}</span>
      </p>
    </>
  );
}
