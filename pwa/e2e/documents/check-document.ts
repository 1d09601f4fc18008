import { posix } from 'node:path';

/** What documents may name. Paths are from the project's folder. */
export interface Project {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Names of npm scripts. */
  readonly scripts: readonly string[];
  readonly read: (file: string) => string;
}

/** Paths that documents name, but that only a running shop or its operator creates; and URLs. */
const MADE_LATER =
  /^(backup\.json|compose\.override\.yaml|deploy\/\.env|epoch\.json)$|^(blocks|certificate|data|dist|images|secrets)\/[^.]*$|^[A-Z_]*\/|:\/\//;
const FILE = /[\w*>}…]\.(ts|tsx|css|md|html|json|yaml|sql|conf|psv|c|py)$/;
const FOLDER = /^(\.ci|api|deploy|docs|pwa|sync)\/|\/$/;
const SPAN = /`([^`\n]+)`/g;

/** Returns a document's lines without blocks of code, which keep their own widths. */
const withoutCode = (text: string): string =>
  text.replaceAll(/^( *)```[^]*?^\1```$/gm, '').replaceAll(/^ {4,}.*$/gm, '');

/** Returns the lines that have more than `columns` columns, not counting addresses. */
export function findLongLines(text: string, columns: number): readonly string[] {
  return withoutCode(text)
    .split('\n')
    .filter((line) => [...line.replaceAll(/https?:\/\/\S+/g, '')].length > columns);
}

/** Returns the files, folders and scripts that a document names and the project does not have. */
export function findMissingNames(text: string, { files, folders, scripts }: Project): readonly string[] {
  const words = [...text.matchAll(SPAN)].flatMap(([, span = '']) => span.split(/[\s:=]+/));
  const inCode = [...text.matchAll(/\b(?:api|deploy|pwa|sync)\/[\w/.-]+\.ts\b/g)].map(([path]) => path);
  const paths = [...words, ...inCode].filter(
    (word) => (FILE.test(word) || FOLDER.test(word)) && !MADE_LATER.test(word),
  );
  const named = [
    ...text.matchAll(/\bnpm\s+run\s+(?:--silent\s+)?([\w:-]+)/g),
    ...text.matchAll(/`(test:\w+|bench:\w+)`/g),
  ];
  return [
    ...paths.filter((path) => !has([...files, ...folders], path)),
    ...named.map(([, script = '']) => script).filter((script) => !scripts.includes(script)),
  ];
}

/** Returns whether a path is one of the project's, or the end of one: documents shorten paths once their folder is known. */
function has(all: readonly string[], path: string): boolean {
  const parts = path.replace(/\/$/, '').split(/(\*+|<[\w-]+>|…|\{[^}]+\})/);
  const pattern = parts.map((part, index) => (index % 2 === 0 ? RegExp.escape(part) : toAny(part))).join('');
  const end = new RegExp(`(?:^|/)${pattern}$`);
  return all.some((one) => end.test(one));
}

/** Turns `{a,b}` into either of them, and any other placeholder into any text. */
const toAny = (placeholder: string): string =>
  placeholder.startsWith('{') ? `(?:${placeholder.slice(1, -1).replaceAll(',', '|')})` : '.+';

/** Returns the links of a document in `folder` whose file or heading does not exist. */
export function findDeadLinks(text: string, folder: string, { files, folders, read }: Project): readonly string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = posix.join(folder, path);
      if (path !== '' && !files.includes(file) && !folders.includes(file.replace(/\/$/, ''))) return true;
      return anchor !== undefined && !listAnchors(path === '' ? text : read(file)).has(anchor);
    });
}

/** Returns the anchors of a document's headings, as GitHub names them. */
function listAnchors(text: string): ReadonlySet<string> {
  const headings = [...withoutCode(text).matchAll(/^#+ (.+)$/gm)];
  return new Set(
    headings.map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
