/**
 * Returns the offset of each line of a text, each terminated by a line feed, with room for `capacity` lines and their end. @throws RangeError
 * when there are not as many lines as rows
 */
export function findLineStarts(text: string, rows: number, capacity: number): Uint32Array {
  const starts = new Uint32Array(capacity + 1);
  let at = 0;
  for (let row = 0; row < rows; row++) {
    at = text.indexOf('\n', at) + 1;
    // No line is left.
    if (at === 0) break;
    starts[row + 1] = at;
  }
  if (at !== text.length) throw new RangeError('There are not as many lines as rows');
  return starts;
}
