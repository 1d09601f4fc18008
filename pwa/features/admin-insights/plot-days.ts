import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface DayPlotOptions {
  readonly values: readonly number[];
  readonly height: number;
  /** Label of a day below the chart, by its position. */
  readonly dayLabel: (at: number) => string;
  readonly valueLabel: (value: number) => string;
  /** Called with the position of the day under the pointer. */
  readonly onPoint: (at: number) => void;
}

/** A chart on the page. */
export interface DayPlot {
  /** Marks a day, as the pointer does. */
  point(at: number): void;
  close(): void;
}

/** Possible numbers of days between two labels. */
const LABEL_STEPS = [1, 2, 5, 7, 14, 30, 60, 90, 180, 365, 730];

/** Draws a chart as wide as the element, with a bar for each day, in the colors of the current theme. */
export function plotDays(element: HTMLElement, options: DayPlotOptions): DayPlot {
  const { values, height, dayLabel, valueLabel, onPoint } = options;
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const axis = { stroke: colour('--text-soft'), font: `12px ${style.fontFamily}`, ticks: { show: false } };
  const highest = Math.max(1, ...values);
  const plot = new UPlot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      // Room for half of the last day's label.
      padding: [8, 28, 0, 0],
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: { x: { time: false, range: [-0.6, values.length - 0.4] }, y: { range: [0, highest * 1.05] } },
      series: [
        {},
        {
          stroke: colour('--text-lime'),
          fill: colour('--text-lime'),
          width: 0,
          points: { show: false },
          ...(UPlot.paths.bars && { paths: UPlot.paths.bars({ size: [0.75, 48], radius: 0.12 }) }),
        },
      ],
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 28,
          incrs: LABEL_STEPS,
          space: 72,
          values: (_plot, splits) => splits.map((at) => (values[at] === undefined ? '' : dayLabel(at))),
        },
        {
          ...axis,
          grid: { stroke: colour('--border'), width: 1 },
          incrs: wholeSteps(),
          space: 36,
          // Wide enough for half of the first day's label.
          size: (_plot, labels) => Math.max(34, 14 + 7 * Math.max(0, ...(labels ?? []).map((label) => label.length))),
          values: (_plot, splits) => splits.map(valueLabel),
        },
      ],
      hooks: {
        setCursor: [
          ({ cursor: { idx } }) => {
            if (typeof idx === 'number') onPoint(idx);
          },
        ],
      },
    },
    [values.map((_, at) => at), [...values]],
    element,
  );
  const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
  observer.observe(element);
  return {
    point: (at) => plot.setCursor({ left: plot.valToPos(at, 'x'), top: 0 }, false),
    close: () => {
      observer.disconnect();
      plot.destroy();
    },
  };
}

/** Returns the possible steps of the value axis: 1, 2, 5, 10, 20 … */
const wholeSteps = (): number[] =>
  Array.from({ length: 36 }, (_, at) => ([1, 2, 5][at % 3] ?? 1) * 10 ** Math.floor(at / 3));
