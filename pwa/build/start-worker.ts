import type { Plugin } from 'vite';

/** A document from the service worker without products: its list comes from the data worker. Other documents must paint without delay. */
const WITHOUT_PRODUCTS = "navigator.serviceWorker?.controller && !document.querySelector('article')";
const WORKER = /^assets\/sync-worker-[\w-]+\.js$/;

/**
 * Starts the data worker from the document, while the page's script loads; `startSync` takes it over. Until then the worker reads the
 * first page of the list.
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

/** A worker that fails is forgotten: the page then starts another one, whose failure it reports. */
export const toScript = (url: string, when: string): string => `if (${when}) {
  const rules = { createScriptURL: () => '${url}' };
  const policy = globalThis.trustedTypes?.createPolicy('hexlime-worker', rules) ?? rules;
  globalThis.startedWorker = new Worker(policy.createScriptURL(''), { type: 'module', name: 'hexlime-sync' });
  startedWorker.onerror = () => { startedWorker = undefined; };
}`;
