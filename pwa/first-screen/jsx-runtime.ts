/** The part of React's JSX runtime that the built first screen needs: an element is its type and its properties, unchecked. */
export const Fragment = Symbol.for('react.fragment');

export const jsx = (type: unknown, props: object): { readonly type: unknown; readonly props: object } => ({
  type,
  props,
});

export const jsxs = jsx;
