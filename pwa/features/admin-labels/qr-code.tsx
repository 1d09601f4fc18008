import { encode } from 'uqr';

/** Number of light modules around the code; the white of the label adds to this margin. */
const BORDER = 2;

/** A QR code that a scanner still reads when a seventh of it is scratched. */
export function QrCode({ text, className }: { readonly text: string; readonly className: string | undefined }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
