import type { AuditFilter } from '#contract/http/audit.ts';

/** The filter that an administrator has chosen; empty texts mean everything. */
export interface AuditChoice {
  /** Id of a person. */
  readonly person: string;
  readonly action: string;
  /** Days as `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly until: string;
}

export const ALL_ENTRIES: AuditChoice = { person: '', action: '', from: '', until: '' };

/** Whether a choice leaves entries out. */
export const isChosen = (choice: AuditChoice): boolean => Object.values(choice).some((value) => value !== '');

/** Returns the server's filter; days begin and end at midnight of this device's clock. */
export function toAuditFilter({ person, action, from, until }: AuditChoice): AuditFilter {
  const first = startOfDay(from, 0);
  const end = startOfDay(until, 1);
  return {
    ...(person !== '' && { person }),
    ...(action !== '' && { action }),
    ...(first !== undefined && { from: first }),
    ...(end !== undefined && { until: end }),
  };
}

/** Returns the midnight at the start of `day` plus `daysLater` days, in ms; undefined for a text that is not a day since 1970. */
function startOfDay(day: string, daysLater: number): number | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const time = new Date(year, month - 1, date + daysLater).getTime();
  return time >= 0 ? time : undefined;
}
