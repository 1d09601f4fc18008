const PATHS = {
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  close: 'M6 6l12 12M18 6L6 18',
  previous: 'M14.5 5.5L8 12l6.5 6.5',
  next: 'M9.5 5.5L16 12l-6.5 6.5',
  play: 'M8 5.5v13l11-6.5z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  moon: 'M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2z',
  sun: 'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 2v2.4M12 19.6V22M2 12h2.4M19.6 12H22M4.9 4.9l1.7 1.7M17.4 17.4l1.7 1.7M19.1 4.9l-1.7 1.7M6.6 17.4l-1.7 1.7',
  heart: 'M12 20.2S3.6 15.4 3.6 9.3A4.6 4.6 0 0 1 12 6.7a4.6 4.6 0 0 1 8.4 2.6c0 6.1-8.4 10.9-8.4 10.9z',
  cart: 'M3 4.5h2.3l2.2 10.6c.1.6.6.9 1.1.9h8.7c.5 0 1-.4 1.1-.9L20 8H6.1M9.5 20h.01M17 20h.01',
  external: 'M13.5 5H19v5.5M19 5l-8.5 8.5M16.5 14v4.2c0 .5-.3.8-.8.8H5.8c-.5 0-.8-.3-.8-.8V8.3c0-.5.3-.8.8-.8H10',
  share:
    'M12 15V3.5M8 7.2l4-3.7 4 3.7M7 11H5.8c-.5 0-.8.3-.8.8v7.4c0 .5.3.8.8.8h12.4c.5 0 .8-.3.8-.8v-7.4c0-.5-.3-.8-.8-.8H17',
  offline:
    'M3 3l18 18M8.6 15.4a5 5 0 0 1 6.8 0M5.4 12a9.5 9.5 0 0 1 4.2-2.3M14 9.6a9.5 9.5 0 0 1 4.6 2.4M2.3 8.6A14 14 0 0 1 6.4 6M10.5 5a14 14 0 0 1 11.2 3.6M12 19h.01',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawn sign of 24 px; the control around it carries the name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
