/** A text between its ornaments: pictograms that a screen reader would name, such as "black down-pointing small triangle". */
const PARTS = /^((?:▾|\p{Extended_Pictographic}\uFE0F?)?\s?)(.*?)(\s?▾?)$/u;

const Ornament = ({ text }: { readonly text: string | undefined }) => text && <span aria-hidden="true">{text}</span>;

/** A text whose ornaments are for the eye alone. */
export function Decorated({ text }: { readonly text: string }) {
  const [, before, name, after] = PARTS.exec(text) ?? [];
  return (
    <>
      <Ornament text={before} />
      {name}
      <Ornament text={after} />
    </>
  );
}
