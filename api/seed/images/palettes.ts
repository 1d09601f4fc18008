/** Colors of an image: the backdrop's gradient, the shape behind the object, and the shadow on the floor. */
export interface Palette {
  readonly from: string;
  readonly to: string;
  readonly shape: string;
  readonly shadow: string;
}

/** Soft studio backdrops; a category always gets the same one. */
export const PALETTES: readonly [Palette, ...Palette[]] = [
  { from: '#f4ffd9', to: '#c9ec8a', shape: '#fbffef', shadow: '#4f6b12' },
  { from: '#e9f6ff', to: '#a9d4f7', shape: '#f8fcff', shadow: '#1c4a75' },
  { from: '#fff1e3', to: '#f9c798', shape: '#fff9f2', shadow: '#7a4413' },
  { from: '#f3edff', to: '#c7b4f3', shape: '#fbf9ff', shadow: '#3c2a78' },
  { from: '#e2fbf3', to: '#97dfc6', shape: '#f4fffb', shadow: '#135a45' },
  { from: '#ffeef3', to: '#f7b3c8', shape: '#fff8fa', shadow: '#7c2342' },
  { from: '#fff8d8', to: '#f5d96f', shape: '#fffdf0', shadow: '#6e5608' },
  { from: '#eef1f6', to: '#b7c3d6', shape: '#fafbfd', shadow: '#2b3a52' },
  { from: '#e6fafd', to: '#93dbe6', shape: '#f5feff', shadow: '#0f5663' },
  { from: '#f8efe6', to: '#d9bfa3', shape: '#fdf9f5', shadow: '#5b3f22' },
];
