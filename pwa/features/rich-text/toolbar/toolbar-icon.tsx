import { SvgIcon } from '#pwa/ui/icons/icon.tsx';

const PATHS = {
  undo: 'M9 14L4.5 9.5 9 5M4.5 9.5H14a5 5 0 0 1 0 10h-3',
  redo: 'M15 14l4.5-4.5L15 5M19.5 9.5H10a5 5 0 0 0 0 10h3',
  bold: 'M7.5 5h5.2a3.4 3.4 0 0 1 0 6.8H7.5zM7.5 11.8h6a3.6 3.6 0 0 1 0 7.2h-6z',
  italic: 'M10.5 5h7M6.5 19h7M14.5 5l-5 14',
  underline: 'M7.5 4.5v6.8a4.5 4.5 0 0 0 9 0V4.5M6 20h12',
  strikethrough:
    'M16.8 8A4.2 4.2 0 0 0 12.6 5h-1.4a3.6 3.6 0 0 0-1.5 6.8M4.5 12h15M7.2 16a4.2 4.2 0 0 0 4.2 3h1.4a3.7 3.7 0 0 0 3.5-5',
  code: 'M8.5 7.5L4 12l4.5 4.5M15.5 7.5L20 12l-4.5 4.5',
  ul: 'M9.5 6.5H20M9.5 12H20M9.5 17.5H20M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01',
  ol: 'M10.5 6.5H20M10.5 12H20M10.5 17.5H20M4 5l1.3-.7V9M3.8 14.8a1.3 1.3 0 1 1 2.3.9L3.8 19h2.7',
  indent: 'M11 6.5h9M11 12h9M11 17.5h9M4 8.5L7.5 12 4 15.5',
  outdent: 'M11 6.5h9M11 12h9M11 17.5h9M7.5 8.5L4 12l3.5 3.5',
  quote: 'M10 7.5C7 8.3 5.5 10.5 5.5 14.5H9.5V11M18.5 7.5c-3 .8-4.5 3-4.5 7h4V11',
  'code-block': 'M4.5 5h15v14h-15zM10 9l-3 3 3 3M14 9l3 3-3 3',
  rule: 'M4 12h16M8 6.5h8M8 17.5h8',
  image: 'M4.5 5h15v14h-15zM4.5 16l4.5-4.5 4 4 2.5-2.5 4 4M15 9h.01',
  clear: 'M5 19.5h14M9 16.5l-4-4 8-8 5.5 5.5-6.5 6.5zM9.5 8l5.5 5.5',
} as const;

export type ToolbarIconName = keyof typeof PATHS;

/** An icon of the toolbar; the surrounding button has the accessible name. */
export const ToolbarIcon = ({ name }: { readonly name: ToolbarIconName }) => <SvgIcon path={PATHS[name]} />;
