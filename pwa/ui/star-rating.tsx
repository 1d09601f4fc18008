import styles from './star-rating.module.css';

const STAR = 'M10 1.8l2.5 5.2 5.7.8-4.1 4 1 5.7L10 14.8l-5.1 2.7 1-5.7-4.1-4 5.7-.8z';
const STEP_PX = 20;

/** Whole stars out of `max`; `label` says it in words. */
export function StarRating({
  rate,
  max,
  label,
}: {
  readonly rate: number;
  readonly max: number;
  readonly label: string;
}) {
  return (
    <span className={styles['stars']} role="img" aria-label={label}>
      <svg width={(max * STEP_PX * 4) / 5} height="16" viewBox={`0 0 ${max * STEP_PX} 20`} aria-hidden="true">
        {Array.from({ length: max }, (_, index) => (
          <path
            key={index}
            d={STAR}
            transform={`translate(${index * STEP_PX} 0)`}
            fill={index < rate ? 'currentColor' : 'none'}
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinejoin="round"
          />
        ))}
      </svg>
    </span>
  );
}
