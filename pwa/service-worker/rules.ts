/** Paths that the server answers itself; every other navigation is a screen of the app. */
export const SERVER_PATHS = /^\/(?:api|images|assets|icons|screenshots|realtime|healthz|readyz|metrics|dev)(?:[/?]|$)/;
/** Files of the root folder: the manifest, scripts, what search engines ask for. */
export const ROOT_FILES = /^\/[^/?]+\.[a-z\d]+(?:\?|$)/i;

/** Pictures of products. `?v=` stays part of their name: a changed picture is another one. */
export const isImage = (pathname: string): boolean => pathname.startsWith('/images/');

/** Whether an answer may be kept as a picture: complete, from this origin and really one. A captive portal's page is not. */
export const isKeepableImage = (response: Pick<Response, 'status' | 'type' | 'headers'>): boolean =>
  response.status === 200 &&
  response.type === 'basic' &&
  (response.headers.get('content-type') ?? '').startsWith('image/');
