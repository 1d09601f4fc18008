import type { Plugin } from 'vite';

const STYLES = /^import (\w+) from ('[^']+\.module\.css');$/gm;

/**
 * Imports the classes of style sheets by their names: a class is then written where it is used, and no script holds a table of all classes. A
 * module that chooses a class at run time keeps the table.
 */
export function importNamedClasses(code: string): string {
  return code.replaceAll(STYLES, (statement, name: string, file: string) => {
    const rest = code.replace(statement, '').replaceAll(new RegExp(`\\b${name}\\['\\w+'\\]`, 'g'), '');
    return new RegExp(`\\b${name}\\b`).test(rest) ? statement : `import * as ${name} from ${file};`;
  });
}

/** Writes classes where they are used, see `importNamedClasses`. */
export function namedClasses(): Plugin[] {
  return [
    {
      name: 'named-classes',
      enforce: 'pre',
      apply: 'build',
      transform: {
        filter: { id: /\/pwa\/.*\.tsx?$/ },
        handler: (code) => ({ code: importNamedClasses(code), map: null }),
      },
    },
    {
      // The bundler would drop a module whose names are all written elsewhere, and its style sheet with it.
      name: 'keep-styles',
      enforce: 'post',
      apply: 'build',
      transform: {
        filter: { id: /\.module\.css$/ },
        handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ];
}
