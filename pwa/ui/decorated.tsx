/** Splits off the ornaments around a text: pictograms that a screen reader would name, such as "black down-pointing small triangle". */
const PARTS = /^((?:▾|\p{Extended_Pictographic})?\s?)(.*?)(\s?▾?)$/u;

/** A text whose ornaments are hidden from screen readers. */
export function Decorated({ text }: { readonly text: string }) {
  const [, before, name, after] = PARTS.exec(text) ?? [];
  return (
    <>
      {before && <span aria-hidden="true">{before}</span>}
      {name}
      {after && <span aria-hidden="true">{after}</span>}
    </>
  );
}
