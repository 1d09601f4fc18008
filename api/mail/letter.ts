import { createPalette } from '#contract/shop-settings/palette.ts';
import { escapeText } from '../documents/html-text.ts';

/** The content of an e-mail, before it is text or HTML. */
export interface Letter {
  readonly language: string;
  readonly subject: string;
  readonly heading: string;
  /** Sentences between the heading and the facts. */
  readonly intro: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly action: { readonly label: string; readonly url: string };
  /** The accent color of the shop, such as `#1e3a8a`; undefined: the default color. */
  readonly accent: string | undefined;
  /** Why the reader gets the e-mail. */
  readonly reason: string;
}

/** An e-mail as it is sent. */
export interface RenderedLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Renders an e-mail as text and as HTML. */
export const renderBoth = (letter: Letter): RenderedLetter => ({
  subject: letter.subject,
  text: renderText(letter),
  html: renderHtml(letter),
});

const renderText = ({ heading, intro, facts, action, reason }: Letter): string =>
  [
    heading,
    intro,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    `${action.label}: ${action.url}`,
    reason,
  ]
    .join('\n\n')
    .concat('\n');

/** Dark colors for mail programs that support the media query; other programs keep the inline colors, or invert them on their own. */
const DARK_STYLE = `:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #12150c !important; color: #eff2e8 !important; }
  .card { background: #1b1f14 !important; border-color: #343b29 !important; }
  .soft { color: #b3bba5 !important; }
}`;

/** The colors of the button in a shop without an accent color. */
const DEFAULT_BUTTON = { lime: '#a3e635', 'on-lime': '#1a2e05' };

function buttonStyle(accent: string | undefined): string {
  const { lime, 'on-lime': text } = accent === undefined ? DEFAULT_BUTTON : createPalette(accent, 'light');
  return `background: ${lime}; color: ${text}`;
}

const FONT = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const SOFT = 'color: #565e4b; font-size: 13px; line-height: 1.5';

/** Renders HTML that loads nothing, so that opening it leaves no trace: styles are inline, and there are no images. */
const renderHtml = ({
  language,
  subject,
  heading,
  intro,
  facts,
  action,
  accent,
  reason,
}: Letter): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeText(subject)}</title>
<style>${DARK_STYLE}</style>
</head>
<body class="page" style="margin: 0; padding: 24px 16px; background: #f7f8f3; color: #1b1f14; ${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center">
<div class="card" style="max-width: 520px; padding: 24px; border: 1px solid #dde2d2; border-radius: 14px; background: #ffffff; text-align: left">
<h1 style="margin: 0; font-size: 22px; line-height: 1.3">${escapeText(heading)}</h1>
<p style="margin: 8px 0 0; font-size: 15px; line-height: 1.5">${escapeText(intro)}</p>
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top: 20px; table-layout: fixed; font-size: 15px; line-height: 1.5">
${facts.map(renderFact).join('\n')}
</table>
<p style="margin: 24px 0 0"><a href="${escapeText(action.url)}" style="display: inline-block; padding: 12px 24px; border-radius: 999px; ${buttonStyle(accent)}; font-size: 15px; font-weight: 700; text-decoration: none">${escapeText(action.label)}</a></p>
</div>
<p class="soft" style="max-width: 520px; margin: 16px 0 0; ${SOFT}">${escapeText(reason)}</p>
</td></tr></table>
</body>
</html>
`;

const renderFact = ([name, value]: readonly [string, string]): string =>
  `<tr><th class="soft" scope="row" width="104" align="left" valign="top" style="padding: 4px 12px 4px 0; font-weight: 400; ${SOFT}">${escapeText(name)}</th>` +
  `<td dir="auto" valign="top" style="padding: 4px 0; overflow-wrap: anywhere; word-break: break-word">${escapeText(value)}</td></tr>`;
