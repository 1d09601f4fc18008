import type { InlineConfig } from 'vite';
import { CHECKS } from './chunks.ts';

/** Builds the service worker into one file by the bundler's current option: the plugin sets a deprecated one, with a warning at each build. */
export function inOneFile(config: InlineConfig): void {
  config.logLevel = 'warn';
  const options = config.build?.rollupOptions;
  if (options?.output === undefined || Array.isArray(options.output)) return;
  options.checks = CHECKS;
  const { output } = options;
  delete output.inlineDynamicImports;
  output.codeSplitting = false;
}
