/** The built renderer; see pwa/build/first-screen-renderer.ts. */
declare module 'virtual:first-screen' {
  import type { FirstScreenRenderer } from '#contract/screens/first-screen.ts';

  export const planFirstScreen: FirstScreenRenderer['planFirstScreen'];
  export const renderDocument: FirstScreenRenderer['renderDocument'];
  export const inLanguage: FirstScreenRenderer['inLanguage'];
}
