import { createHash } from 'node:crypto';
import { LANGUAGE_HEADERS } from '../../http/caller/request-language.ts';
import type { Locale } from '../../messages/locale.ts';
import type { DemoInvoice } from './demo-invoice.repository.ts';
import { PAYMENT_STEPS } from './pay-steps.ts';

/** The page has its own style sheet, like any provider's, with the shop's colors. */
const STYLE = `
:root { color-scheme: light dark; --page: #f7f8f3; --surface: #fff; --text: #1b1f14; --soft: #565e4b; --border: #dde2d2; --strong: #7c8570;
  --lime: #a3e635; --on-lime: #1a2e05; --done: #3f6212; --note: #fef7c3; --on-note: #713b12; }
@media (prefers-color-scheme: dark) { :root { --page: #12150c; --surface: #1b1f14; --text: #eff2e8; --soft: #b3bba5; --border: #343b29;
  --strong: #8b957c; --done: #bef264; --note: #3b2a0a; --on-note: #fde29a; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; }
main { width: min(100%, 440px); padding: 24px; background: var(--surface); border: 1px solid var(--border); border-radius: 14px;
  box-shadow: 0 1px 2px rgb(27 31 20 / 6%), 0 4px 14px rgb(27 31 20 / 6%); }
.note { margin: 0 0 24px; padding: 8px 12px; border-radius: 8px; background: var(--note); color: var(--on-note); font-size: 13px; }
h1 { margin: 0; font-size: 18px; line-height: 1.35; overflow-wrap: anywhere; }
.amount { margin: 8px 0 0; font-size: 36px; line-height: 1.2; font-weight: 700; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.small { margin: 8px 0 0; color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
form { display: grid; gap: 8px; margin-top: 24px; }
button, .back { min-height: 44px; padding: 8px 16px; border: 1px solid var(--strong); border-radius: 999px; background: transparent;
  color: var(--text); font: inherit; text-align: center; text-decoration: none; cursor: pointer; }
button:hover, .back:hover { border-color: var(--text); }
button.main { border-color: transparent; background: var(--lime); color: var(--on-lime); font-weight: 700; }
button.main:hover { border-color: var(--on-lime); }
:focus-visible { outline: 3px solid var(--done); outline-offset: 2px; }
.back { display: block; margin-top: 8px; border-color: transparent; color: var(--soft); text-decoration: underline; }
ol { margin: 24px 0 0; padding: 0; list-style: none; }
li { display: flex; align-items: center; gap: 12px; padding: 8px 0; color: var(--soft); }
li::before { content: ''; flex: none; width: 20px; height: 20px; border: 2px solid var(--strong); border-radius: 50%; }
li.done { color: var(--text); }
li.done::before { border-color: var(--done); background: var(--done); box-shadow: inset 0 0 0 4px var(--surface); }
li.now { color: var(--text); font-weight: 700; }
li.now::before { border-color: var(--done); border-right-color: transparent; animation: turn 0.8s linear infinite; }
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { li.now::before { animation: none; } }
`;

/** The page runs no script and loads nothing. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

type PayPageTexts = Locale['texts']['payPage'];

/** Headers of every page of the simulator. */
export const PAY_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  vary: LANGUAGE_HEADERS,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
} as const;

/** Renders the page of an invoice that waits for its visitor or whose payment is pending. `isLate`: the order's reservation has expired. */
export function renderPayPage(invoice: DemoInvoice, isLate: boolean, locale: Locale): string {
  const { payPage } = locale.texts;
  const amount = locale.formatPrice(invoice.amount_cents);
  const isWaiting = invoice.status === 'waiting';
  return `<!doctype html>
<html lang="${locale.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isWaiting ? payPage.pay(amount) : payPage.paying(amount)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="note">${payPage.demo}</p>
<h1 dir="auto">${escape(invoice.title)}</h1>
<p class="amount">${amount}</p>
${isWaiting && isLate ? `<p class="small">${payPage.late}</p>` : ''}
${isWaiting ? renderChoices(invoice, payPage) : renderProgress(invoice, payPage)}
</main>
</body>
</html>
`;
}

/** Renders the page for an unknown invoice. */
export const renderMissingPage = ({ language, texts: { payPage } }: Locale): string => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${payPage.missing}</title><style>${STYLE}</style></head>
<body><main><h1>${payPage.missing}</h1><p class="small">${payPage.checkAddress}</p><a class="back" href="/account">${payPage.backToStore}</a></main></body>
</html>
`;

const renderChoices = ({ cancel_url }: DemoInvoice, { actions, back }: PayPageTexts): string => `<form method="post">
${Object.entries(actions)
  .map(
    ([action, label]) =>
      `<button${action === 'pay' ? ' class="main"' : ''} name="action" value="${action}">${label}</button>`,
  )
  .join('\n')}
</form>
<a class="back" href="${escape(cancel_url)}">${back}</a>`;

function renderProgress({ status }: DemoInvoice, { progress, steps: names }: PayPageTexts): string {
  const now = (PAYMENT_STEPS as readonly string[]).indexOf(status);
  const steps = PAYMENT_STEPS.map((step, index) => {
    const state = index < now ? 'done' : index === now ? 'now' : 'next';
    return `<li class="${state}"${state === 'now' ? ' aria-current="step"' : ''}>${names[step]}</li>`;
  });
  return `<ol aria-label="${progress}">\n${steps.join('\n')}\n</ol>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '');
