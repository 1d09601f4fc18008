import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Problem } from '#contract/http/errors.ts';
import { localeOf } from '../messages/locale.ts';
import type { Texts } from '../messages/locale.ts';
import { LANGUAGE_HEADERS, readLanguage } from './caller/request-language.ts';

const STYLE = `
:root { color-scheme: light dark; --page: #f7f8f3; --surface: #fff; --text: #1b1f14; --soft: #565e4b; --border: #dde2d2; --strong: #7c8570;
  --done: #3f6212; }
@media (prefers-color-scheme: dark) { :root { --page: #12150c; --surface: #1b1f14; --text: #eff2e8; --soft: #b3bba5; --border: #343b29;
  --strong: #8b957c; --done: #bef264; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; }
main { width: min(100%, 440px); padding: 24px; background: var(--surface); border: 1px solid var(--border); border-radius: 14px; }
h1 { margin: 0; font-size: 20px; line-height: 1.35; overflow-wrap: anywhere; }
p { margin: 8px 0 0; color: var(--soft); }
a { display: block; min-height: 44px; margin-top: 24px; padding: 10px 16px; border: 1px solid var(--strong); border-radius: 999px;
  color: var(--text); text-align: center; text-decoration: none; }
a:hover { border-color: var(--text); }
a:focus-visible { outline: 3px solid var(--done); outline-offset: 2px; }
`;

/** The page runs no script and loads nothing. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers that the page has in addition to those of every problem, as a flat list. */
export const PROBLEM_PAGE_HEADERS: readonly string[] = [
  'content-security-policy',
  POLICY,
  'vary',
  `accept, ${LANGUAGE_HEADERS}`,
  'referrer-policy',
  'same-origin',
  'x-robots-tag',
  'noindex',
];

/** Returns whether a person looks at the reply: a browser that opens an address asks for HTML, a script or a program does not. */
export const isNavigation = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.accept?.includes('text/html') === true;

/** Renders a problem for a person, in the language of the browser. */
export function renderProblemPage(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { status, retryAfter }: Pick<Problem, 'status' | 'retryAfter'>,
): string {
  const { language, texts } = localeOf(readLanguage(headers));
  const { titles, advice, retryAfter: sayRetry, backToStore } = texts.problemPage;
  const kind = kindOf(status);
  const what = kind >= 429 && retryAfter !== undefined ? sayRetry(retryAfter) : advice[kind];
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${titles[kind]}</title><style>${STYLE}</style></head>
<body><main><h1>${titles[kind]}</h1><p>${what}</p><a href="/">${backToStore}</a></main></body>
</html>
`;
}

type Kind = keyof Texts['problemPage']['titles'];
const KINDS: readonly Kind[] = [400, 401, 403, 404, 405, 413, 414, 429, 500, 503];

/** Returns the status itself if it has texts, otherwise the one with texts that comes closest. */
function kindOf(status: number): Kind {
  const own = KINDS.find((kind) => kind === status);
  if (own) return own;
  if (status === 431) return 414;
  // 507: a full disk is temporary, like an overload.
  return status < 500 ? 400 : status === 507 ? 503 : 500;
}
