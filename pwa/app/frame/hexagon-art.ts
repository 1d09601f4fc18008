/** A letter on a tile of its own; `x` and `y`: its center in px. */
export interface LetterTile {
  readonly letter: string;
  readonly x: number;
  readonly y: number;
}

/** A drawing of hexagons: paths of all of them and of those that are filled, and what stands on these. */
export interface HexagonArt {
  readonly lines: string;
  readonly tiles: string;
  readonly letters: readonly LetterTile[];
}

/** From center to center, in px. */
const STEP_X = 80;
const STEP_Y = 69;
/** From the lower right corner around a hexagon, which leaves a gap to its neighbors. */
const CORNER = { x: 37, y: 21 } as const;
const OUTLINE = 'l-37 21-37-21v-42l37-21 37 21z';
/** Rows without letters: at rest, the bar, the search and the heading of a screen are there, and none looks out from under them. */
const EMPTY_ROWS = 5;

/**
 * Plans one hexagon: the letter of a filled one, null for an empty one. On a tile of its own, a letter that a card covers in part is not read
 * as remains of a text. A position always gets the same one, so that a larger window shows more of the same drawing.
 */
export const planHexagon = (column: number, row: number, letters: readonly string[]): string | null =>
  row >= EMPTY_ROWS && scatter(column, row) % 6 === 0 ? (letters[(column + row * 3) % letters.length] ?? null) : null;

/** Draws hexagons over an area, in px. */
export function drawHexagons(width: number, height: number, letters: readonly string[]): HexagonArt {
  const lines: string[] = [];
  const tiles: string[] = [];
  const placed: LetterTile[] = [];
  for (let row = 0; (row - 1) * STEP_Y < height; row++) {
    for (let column = 0; (column - 1) * STEP_X < width; column++) {
      const x = column * STEP_X + (row % 2) * (STEP_X / 2);
      const y = row * STEP_Y;
      const hexagon = `M${x + CORNER.x} ${y + CORNER.y}${OUTLINE}`;
      lines.push(hexagon);
      const letter = planHexagon(column, row, letters);
      if (letter === null) continue;
      tiles.push(hexagon);
      placed.push({ letter, x, y });
    }
  }
  return { lines: lines.join(''), tiles: tiles.join(''), letters: placed };
}

/** Hashes a position to a pseudo-random number. */
function scatter(column: number, row: number): number {
  let mixed = Math.imul(column + 1, 0x9e37_79b1) ^ Math.imul(row + 1, 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
