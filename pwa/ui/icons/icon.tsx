const PATHS = {
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  close: 'M6 6l12 12M18 6L6 18',
  previous: 'M14.5 5.5L8 12l6.5 6.5',
  next: 'M9.5 5.5L16 12l-6.5 6.5',
  play: 'M8 5.5v13l11-6.5z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  moon: 'M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M19 5l-1.5 1.5M5 19l1.5-1.5',
  heart: 'M12 20.2S3.6 15.4 3.6 9.3A4.6 4.6 0 0 1 12 6.7a4.6 4.6 0 0 1 8.4 2.6c0 6.1-8.4 10.9-8.4 10.9z',
  cart: 'M3 4.5h2.3l2.2 10.6c.1.6.6.9 1.1.9h8.7c.5 0 1-.4 1.1-.9L20 8H6.1M9.5 20h.01M17 20h.01',
  account: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.7-4 3.7-6 7.5-6s6.8 2 7.5 6',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon of 24 px. It has no accessible name: the control around it has one. */
export const Icon = ({ name }: { readonly name: IconName }) => <SvgIcon path={PATHS[name]} />;

/** An icon drawn from an SVG path. */
export const SvgIcon = ({ path }: { readonly path: string }) => (
  <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);
