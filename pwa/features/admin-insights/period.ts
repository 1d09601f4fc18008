/** Choices of how many days the figures cover, today included; `all`: since the first order. */
export const PERIODS = ['7', '30', '90', '365', 'all'] as const;
export type Period = (typeof PERIODS)[number];

export const DEFAULT_PERIOD: Period = '30';

export const isPeriod = (value: string | null): value is Period => PERIODS.some((period) => period === value);

/** Calendar days of this device's time zone: when each begins, and when the last one ends, in ms. */
export interface DayRange {
  readonly starts: readonly number[];
  readonly endMs: number;
}

/** Lists the days of a period that ends today. `firstMs`: the time of the first order; undefined without orders. */
export function listDays(period: Period, nowMs: number, firstMs: number | undefined): DayRange {
  const today = new Date(nowMs);
  const first = new Date(period === 'all' ? Math.min(firstMs ?? nowMs, nowMs) : nowMs);
  if (period !== 'all') first.setDate(first.getDate() - Number(period) + 1);
  const starts: number[] = [];
  // Adds calendar days instead of 24 hours, because a day of a clock change has 23 or 25 hours.
  for (let add = 0; ; add++) {
    const start = new Date(first.getFullYear(), first.getMonth(), first.getDate() + add);
    if (start.getTime() > today.getTime()) return { starts, endMs: start.getTime() };
    starts.push(start.getTime());
  }
}

/** Lists as many days right before a range as the range has. */
export function listDaysBefore({ starts }: DayRange): DayRange {
  const [endMs = 0] = starts;
  const end = new Date(endMs);
  const before = starts.map((_, at) =>
    new Date(end.getFullYear(), end.getMonth(), end.getDate() - starts.length + at).getTime(),
  );
  return { starts: before, endMs };
}

/** Position of the day that a time belongs to; -1 outside of the range. */
export function findDay({ starts, endMs }: DayRange, timeMs: number): number {
  if (timeMs >= endMs) return -1;
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
