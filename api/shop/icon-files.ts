/** What a shop's icons are drawn from. */
export interface IconSource {
  /** An SVG or PNG file as a `data:` URL; without one a hexagon in the accent color is drawn. */
  readonly logo: string | undefined;
  /** A color such as `#1e3a8a`. */
  readonly accent: string | undefined;
}

/** A shop's icons as PNG files by their names, and a small one as a `data:` URL. */
export interface IconFiles {
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly mark: string;
}

/** The answer of the process that draws. */
export type IconAnswer = IconFiles | { readonly error: string };

/** Draws icons. @throws Error when the logo cannot be drawn */
export type DrawIcons = (source: IconSource) => Promise<IconFiles>;
