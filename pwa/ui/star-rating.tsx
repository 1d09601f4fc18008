import styles from './star-rating.module.css';

/** The path of a star, from its upper point. */
const STAR = 'l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z';
const STEP_PX = 20;

const drawStars = (count: number): string =>
  Array.from({ length: count }, (_, index) => `M${index * STEP_PX + 10} 1.8${STAR}`).join('');

interface StarRatingProps {
  readonly rate: number;
  readonly max: number;
  readonly label: string;
}

/** Shows whole stars out of `max`; `label` is the text alternative. */
export const StarRating = ({ rate, max, label }: StarRatingProps) => (
  <span className={styles['stars']} role="img" aria-label={label}>
    <svg width={(max * STEP_PX * 4) / 5} height="16" viewBox={`0 0 ${max * STEP_PX} 20`} aria-hidden="true">
      <path d={drawStars(max)} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" />
      {rate > 0 && <path d={drawStars(rate)} fill="currentColor" />}
    </svg>
  </span>
);
