/** What the built first screen needs of React's runtime of this name: an element is its type and its properties, and nothing checks them. */
export const Fragment = Symbol.for('react.fragment');

export const jsx = (type: unknown, props: object): { readonly type: unknown; readonly props: object } => ({
  type,
  props,
});

export const jsxs = jsx;
