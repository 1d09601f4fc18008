import type { InlineConfig } from 'vite';
import { CHECKS } from './chunks.ts';

/** Builds the service worker into one file by the bundler's own option: the plugin names one that is deprecated, with a warning at each build. */
export function inOneFile(config: InlineConfig): void {
  config.logLevel = 'warn';
  const options = config.build?.rollupOptions;
  if (options?.output === undefined || Array.isArray(options.output)) return;
  options.checks = CHECKS;
  const { output } = options;
  delete output.inlineDynamicImports;
  output.codeSplitting = false;
}
