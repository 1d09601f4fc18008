import { escapeText } from '../documents/html-text.ts';
import { describeSchema } from './describe-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import type { OpenApiDocument, Operation, Parameter } from './openapi-document.ts';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d7dde5, #38414d); --soft: light-dark(#f4f6f9, #1b2129);
  --ink: light-dark(#17202b, #e6ebf2); --mild: light-dark(#4d5a69, #a3b0bf); --accent: light-dark(#3d6a00, #a4d65e) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: light-dark(#fff, #12171d); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif }
h1 { line-height: 1.2 } h2 { margin: 2.5rem 0 .5rem; padding-top: .5rem; border-top: 2px solid var(--line) }
a { color: var(--accent) } nav a { display: inline-block; padding: .25rem .75rem .25rem 0 }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: 0 .75rem }
summary { cursor: pointer; padding: .6rem 0; overflow-wrap: anywhere } summary b { display: inline-block; min-width: 4.2rem; color: var(--accent) }
summary span { color: var(--mild); display: block } h3 { font-size: 1rem; margin: 1rem 0 .25rem }
pre, code { font: .875rem/1.45 ui-monospace, monospace } pre { background: var(--soft); border-radius: .5rem; margin: 0 0 .75rem;
  overflow-x: auto; padding: .75rem } dl { margin: 0 0 .75rem } dt { font-family: ui-monospace, monospace; overflow-wrap: anywhere }
dd { margin: 0 0 .5rem 1rem; color: var(--mild) }
`;

/** Renders a description of the calls as one page without scripts. */
export function renderDocsPage({ info, tags, paths }: OpenApiDocument, openApiPath: string): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = tags.map(({ name }) => {
    const calls = operations.filter(({ operation }) => operation.tags.includes(name));
    return `<h2 id="${escapeText(name)}">${escapeText(name)}</h2>${calls.map(renderCall).join('')}`;
  });
  const links = tags.map(({ name }) => `<a href="#${escapeText(name)}">${escapeText(name)}</a>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeText(info.title)}</title>\
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body><h1>${escapeText(info.title)}</h1>\
${renderText(info.description)}<p>For programs: <a href="${openApiPath}">${openApiPath}</a> (OpenAPI 3.1).</p>\
<nav aria-label="Groups of calls">${links.join('')}</nav><main>${groups.join('')}</main></body></html>`;
}

/** Renders paragraphs and lists of the description. */
function renderText(text: string): string {
  const blocks = text.split('\n\n').map((block) => {
    if (!block.startsWith('- ')) return `<p>${renderLine(block)}</p>`;
    const lines = block.split('\n').map((line) => `<li>${renderLine(line.slice(2))}</li>`);
    return `<ul>${lines.join('')}</ul>`;
  });
  return blocks.join('');
}

/** Renders one line, in which code stands between backticks. */
const renderLine = (text: string): string => escapeText(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

interface ShownCall {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function renderCall({ path, method, operation }: ShownCall): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const done = Object.entries(responses).filter(([status]) => status < '300');
  const errors = Object.entries(responses).filter(([status]) => status >= '300');
  return `<details id="${escapeText(operationId)}"><summary><b>${method}</b> <code>${escapeText(path)}</code>\
<span>${escapeText(summary)}</span></summary>${renderText(description)}\
${parameters.length === 0 ? '' : `<h3>Parameters</h3><dl>${parameters.map(renderParameter).join('')}</dl>`}\
${requestBody ? renderContents('Body', requestBody.content) : ''}\
${done.map(([status, { content = {} }]) => renderContents(`Reply ${status}`, content)).join('')}\
<h3>Errors</h3><dl>${errors.map(([status, reply]) => `<dt>${status}</dt><dd>${renderLine(reply.description)}</dd>`).join('')}</dl></details>`;
}

const renderParameter = ({ name, in: place, required, schema, description }: Parameter): string =>
  `<dt>${escapeText(name)}${required ? '' : '?'}: ${escapeText(describeSchema(schema))}</dt><dd>${place}${
    description === undefined ? '' : `. ${renderLine(description)}`
  }</dd>`;

function renderContents(title: string, contents: Readonly<Record<string, { readonly schema: JsonSchema }>>): string {
  const entries = Object.entries(contents);
  if (entries.length === 0) return `<h3>${title}</h3><p>No content.</p>`;
  return entries
    .map(([type, { schema }]) => {
      const isJson = type.endsWith('json') || type.startsWith('multipart/');
      return `<h3>${title}, ${type}</h3>${isJson ? `<pre tabindex="0">${escapeText(describeSchema(schema))}</pre>` : ''}`;
    })
    .join('');
}
