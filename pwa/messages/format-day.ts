/** The calendar day of a time on this device's clock, as `YYYY-MM-DD`. */
export function formatDay(time: string | number): string {
  const date = new Date(time);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day}`;
}
