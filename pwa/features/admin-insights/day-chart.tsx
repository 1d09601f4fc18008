import { useCallback, useId, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { adminInsightMessages } from '#pwa/messages/en/admin-insights.ts';
import { formatDate } from '#pwa/messages/format-date.ts';
import { formatDay } from '#pwa/messages/format-day.ts';
import { useTheme } from '#pwa/platform/browser/use-theme.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import styles from './day-chart.module.css';
import { useInsightLinks } from './insight-links.ts';
import type { DayPlot } from './plot-days.ts';
import { isPlainEnter, stepDay } from './step-day.ts';
import type { DaySums } from './summarise-orders.ts';

interface DayChartProps {
  readonly title: string;
  readonly days: readonly DaySums[];
  readonly valueOf: (day: DaySums) => number;
  /** A value in words. */
  readonly format: (value: number) => string;
  /** A value as a label of the axis. */
  readonly formatShort: (value: number) => string;
}

const HEIGHT = 180;
const loadPlot = () => import('./plot-days.ts');

/** A bar for each day. A link above the bars names the marked day and leads to its orders. */
export function DayChart({ title, days, valueOf, format, formatShort }: DayChartProps) {
  const links = useInsightLinks();
  const hint = useId();
  const plot = useRef<DayPlot>(undefined);
  const [theme] = useTheme();
  const module = useLazyModule(loadPlot, true);
  const [marked, setMarked] = useState<number>();
  // The period may have become shorter.
  const at = Math.min(marked ?? days.length - 1, days.length - 1);
  const day = days[at];

  const draw = useCallback(
    (box: HTMLDivElement | null) => {
      if (!module || !box) return undefined;
      const opened = module.plotDays(box, {
        values: days.map(valueOf),
        height: HEIGHT,
        dayLabel: (index) => formatDate(days[index]?.startMs ?? 0, 'short'),
        valueLabel: formatShort,
        onPoint: setMarked,
      });
      plot.current = opened;
      return () => opened.close();
    },
    [module, days, valueOf, formatShort],
  );

  if (!day) return null;
  const text = adminInsightMessages.chartDay(formatDate(day.startMs), format(valueOf(day)));
  const date = formatDay(day.startMs);
  const href = links.orders({ from: date, until: date });

  const mark = (next: number): void => {
    setMarked(next);
    plot.current?.point(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = stepDay(event, at, days.length);
    if (next === undefined && !isPlainEnter(event)) return;
    event.preventDefault();
    if (next === undefined) links.open(href);
    else mark(next);
  };
  // A finger only marks a day: its orders are one more tap away, on the link above the bars.
  const onClick = ({ nativeEvent }: MouseEvent): void => {
    if ((nativeEvent as PointerEvent).pointerType === 'mouse' && marked !== undefined) links.open(href);
  };
  return (
    <section className={styles['chart']} aria-label={title}>
      <h3>{title}</h3>
      <p className={styles['marked']}>
        <links.Link href={href}>{text}</links.Link>
      </p>
      <div
        className={styles['plot']}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={hint}
        aria-valuemin={0}
        aria-valuemax={days.length - 1}
        aria-valuenow={at}
        aria-valuetext={text}
        onKeyDown={onKeyDown}
      >
        {/* The key makes a new canvas when the theme changes. */}
        <div key={theme} ref={draw} aria-hidden="true" onClick={onClick} />
      </div>
      <span id={hint} hidden>
        {adminInsightMessages.chart(title)}
      </span>
    </section>
  );
}
