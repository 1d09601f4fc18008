/** The background's colours, each with its opacity. */
export interface HexagonColours {
  readonly line: string;
  readonly fill: string;
  readonly letter: string;
}

/** Reads the colours of the theme, which are faint enough for readable text on top: a test compares them. */
export function readHexagonColours(root: Element): HexagonColours {
  const style = getComputedStyle(root);
  const read = (part: keyof HexagonColours): string => style.getPropertyValue(`--hexagon-${part}`);
  return { line: read('line'), fill: read('fill'), letter: read('letter') };
}

/** From centre to corner, in px. */
const RADIUS = 46;
const STEP_X = RADIUS * Math.sqrt(3);
const STEP_Y = RADIUS * 1.5;
/** A hexagon's share of its cell, which leaves a gap between neighbours. */
const SCALE = 0.93;
/** Rows without letters: at rest, the bar, the search and the heading of a screen are there, and none looks out from under them. */
const EMPTY_ROWS = 5;

/**
 * Plans one hexagon: the letter of a filled one, null for an empty one. On a tile of its own, a letter that a card covers in part is not read
 * as remains of a text. A position always gets the same one, so that a larger window shows more of the same drawing.
 */
export const planHexagon = (column: number, row: number, letters: readonly string[]): string | null =>
  row >= EMPTY_ROWS && scatter(column, row) % 6 === 0 ? (letters[(column + row * 3) % letters.length] ?? null) : null;

/** Draws the background on a canvas of the given size. */
export function drawHexagons(
  context: OffscreenCanvasRenderingContext2D,
  { width, height }: { readonly width: number; readonly height: number },
  colours: HexagonColours,
  letters: readonly string[],
): void {
  context.clearRect(0, 0, width, height);
  context.lineWidth = 1.25;
  context.font = `800 ${RADIUS * 0.56}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (let row = 0; (row - 1) * STEP_Y < height; row++) {
    for (let column = 0; (column - 1) * STEP_X < width; column++) {
      const x = column * STEP_X + (row % 2) * (STEP_X / 2);
      const y = row * STEP_Y;
      const letter = planHexagon(column, row, letters);
      context.beginPath();
      for (let corner = 0; corner < 6; corner++) {
        const angle = (Math.PI / 3) * corner + Math.PI / 6;
        context.lineTo(x + RADIUS * SCALE * Math.cos(angle), y + RADIUS * SCALE * Math.sin(angle));
      }
      context.closePath();
      context.strokeStyle = colours.line;
      context.stroke();
      if (letter === null) continue;
      context.fillStyle = colours.fill;
      context.fill();
      context.fillStyle = colours.letter;
      context.fillText(letter, x, y);
    }
  }
}

/** Hashes a position to a pseudo-random number. */
function scatter(column: number, row: number): number {
  let mixed = Math.imul(column + 1, 0x9e37_79b1) ^ Math.imul(row + 1, 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
