import { SvgIcon } from '#pwa/ui/icons/icon.tsx';

const PATHS = {
  buyer: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20a7.5 7.5 0 0 1 15 0',
  seller:
    'M4 9.5l1.6-5h12.8l1.6 5M4 9.5a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M5.5 13v6.5h13V13M10 19.5V15h4v4.5',
  sent: 'M5 12.5l4.5 4.5L19 7.5',
  read: 'M2 12.5L6.5 17 16 7.5M11.5 16.3l.7.7L22 7.5',
  rejected: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 8v4.5M12 16h.01',
  send: 'M4.5 12h14M12.5 5.5L19 12l-6.5 6.5',
  photo: 'M4 6h16v12.5H4zM4 16l4.5-4.5 4 4M12 14.5l2.5-2.5 5.5 5.5M15.5 9.5h.01',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 10a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6z',
  reply: 'M13 3.5L5.5 13.5H11l-1 7 7.5-10H12z',
  product: 'M4 7.8L12 3.5l8 4.3v8.4l-8 4.3-8-4.3zM4 7.8l8 4.4 8-4.4M12 12.2v8.3M8 5.6l8 4.4',
  down: 'M12 5v13.5M5.5 12l6.5 6.5 6.5-6.5',
} as const;

export type ChatIconName = keyof typeof PATHS;

/** An icon that only an open chat uses. */
export const ChatIcon = ({ name }: { readonly name: ChatIconName }) => <SvgIcon path={PATHS[name]} />;
