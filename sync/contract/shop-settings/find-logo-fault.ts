import { FIELD_PROBLEMS } from '../text/field-problems.ts';

/** Largest file of a logo: drawings and icons are far smaller. */
export const MAX_LOGO_BYTES = 131_072;

const LOGO = /^data:image\/(png|svg\+xml);base64,([A-Za-z\d+/]+=*)$/;
const PNG_SIGNATURE = '\u0089PNG\r\n\u001a\n';
/** Scripts, entities, and references of a drawing to other files. */
const ACTIVE =
  /<\s*(?:script|foreignobject|iframe|object|embed|audio|video)|<!(?:doctype|entity)|<\?xml-stylesheet|\son\w+\s*=|javascript:|@import|href\s*=\s*["']?\s*(?!["']?\s*(?:#|data:image\/(?:png|jpeg)[;,]))|url\(\s*["']?(?!["']?#)/i;

/** Returns the text of `FIELD_PROBLEMS` for a logo as a `data:` URL; undefined if it is an SVG or PNG file without active content. */
export function findLogoFault(url: string): string | undefined {
  const [, type, base64 = ''] = LOGO.exec(url) ?? [];
  if (type === undefined) return FIELD_PROBLEMS.logoType;
  if (base64.length * 0.75 > MAX_LOGO_BYTES + 2) return FIELD_PROBLEMS.logoSize;
  const bytes = atob(base64);
  if (type === 'png') return bytes.startsWith(PNG_SIGNATURE) ? undefined : FIELD_PROBLEMS.logoType;
  if (!/<svg[\s>]/.test(bytes)) return FIELD_PROBLEMS.logoType;
  return ACTIVE.test(bytes) ? FIELD_PROBLEMS.logoActive : undefined;
}
