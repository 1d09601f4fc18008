import type { Plugin } from 'vite';

/** A document from the service worker without products: its list comes from the data worker. Nothing may delay the paint of the others. */
const WITHOUT_PRODUCTS = "navigator.serviceWorker?.controller && !document.querySelector('article')";
const WORKER = /^assets\/sync-worker-[\w-]+\.js$/;

/**
 * Starts the data worker from the document, while the page's script loads; `startEngine` takes it over. It reads the first page in the
 * meantime.
 * @param when condition of the document, as code
 */
export function startWorker({ when = WITHOUT_PRODUCTS } = {}): Plugin {
  return {
    name: 'start-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const file = Object.keys(bundle).find((name) => WORKER.test(name));
        if (file === undefined) throw new Error('The build has no data worker');
        return [{ tag: 'script', children: toScript(`/${file}`, when), injectTo: 'body' as const }];
      },
    },
  };
}

/** One that fails is forgotten: the page starts another, and reports its failure. */
export const toScript = (url: string, when: string): string => `if (${when}) {
  const rules = { createScriptURL: () => '${url}' };
  const policy = globalThis.trustedTypes?.createPolicy('hexlime-worker', rules) ?? rules;
  globalThis.startedWorker = new Worker(policy.createScriptURL(''), { type: 'module', name: 'hexlime-sync' });
  startedWorker.onerror = () => { startedWorker = undefined; };
}`;
