import type { InlineConfig } from 'vite';

/** Builds the service worker into one file by the bundler's own option: the plugin names one that is deprecated, with a warning at each build. */
export function inOneFile(config: InlineConfig): void {
  config.logLevel = 'warn';
  const { output } = config.build?.rollupOptions ?? {};
  if (output === undefined || Array.isArray(output)) return;
  delete output.inlineDynamicImports;
  output.codeSplitting = false;
}
