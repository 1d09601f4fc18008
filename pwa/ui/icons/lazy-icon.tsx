import { SvgIcon } from './icon.tsx';

const PATHS = {
  external: 'M13.5 5H19v5.5M19 5l-8.5 8.5M16.5 14v4.2c0 .5-.3.8-.8.8H5.8c-.5 0-.8-.3-.8-.8V8.3c0-.5.3-.8.8-.8H10',
  share:
    'M12 15V3.5M8 7.2l4-3.7 4 3.7M7 11H5.8c-.5 0-.8.3-.8.8v7.4c0 .5.3.8.8.8h12.4c.5 0 .8-.3.8-.8v-7.4c0-.5-.3-.8-.8-.8H17',
  filter: 'M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5v5M11 14.5v5',
  up: 'M12 19V5.5M5.5 12L12 5.5l6.5 6.5',
  plus: 'M12 5.5v13M5.5 12h13',
  minus: 'M5.5 12h13',
  trash: 'M5 7h14M10 7V5h4v2M7 7l.8 12h8.4L17 7M10.5 10.5v5M13.5 10.5v5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  chat: 'M12 4.5c-4.7 0-8.5 3-8.5 6.8 0 2.2 1.3 4.1 3.3 5.4L6 20.5l4.2-2.5c.6.1 1.2.1 1.8.1 4.7 0 8.5-3 8.5-6.8S16.7 4.5 12 4.5zM8.5 11.3h.01M12 11.3h.01M15.5 11.3h.01',
  search: 'M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l4.5 4.5',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15 9a4 4 0 0 1 0 6M17.5 6.5a8 8 0 0 1 0 11',
  star: 'M12 3.6l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z',
  image: 'M4.5 5.5h15v13h-15zM4.5 15.5l4.5-4.5 5.5 5.5M13 14l2.5-2.5 4 4M15.5 8.7h.01',
  camera: 'M4.5 8h3l1.6-2.5h5.8L16.5 8h3v10.5h-15zM12 10a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  mute: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
} as const;

/** An icon that only lazily loaded parts of the page use. */
export const LazyIcon = ({ name }: { readonly name: keyof typeof PATHS }) => <SvgIcon path={PATHS[name]} />;
