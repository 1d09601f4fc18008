/** A letter on a tile of its own; `x` and `y`: its center in px. */
export interface LetterTile {
  readonly letter: string;
  readonly x: number;
  readonly y: number;
}

/** A drawing of hexagons: a path of all of them, a path of the filled ones, and the letters on these. */
export interface HexagonArt {
  readonly lines: string;
  readonly tiles: string;
  readonly letters: readonly LetterTile[];
}

/** From center to center, in px. */
const STEP_X = 80;
const STEP_Y = 69;
/** The outline of a hexagon, from its lower right corner on; it leaves a gap to the neighbors. */
const CORNER = { x: 37, y: 21 } as const;
const OUTLINE = 'l-37 21-37-21v-42l37-21 37 21z';
/** Rows without letters: before scrolling, the bar, the search and a heading are there, and no letter must peek out from under them. */
const EMPTY_ROWS = 5;

/**
 * Plans one hexagon: the letter of a filled one, null for an empty one. Each letter stands on its own tile, so that one that a card partly
 * covers does not look like leftover text. A position always gets the same letter, so that a larger window shows more of the same drawing.
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
