import type * as ReactModule from 'react';
import type { ComponentType, ReactNode } from 'react';

/** What the viewer hands its plugins: a React of its own. */
export interface ViewerSystem {
  React: typeof ReactModule;
}

type Frame = ComponentType<{ children?: ReactNode }>;

/** A plugin of the viewer: it draws a main part of its own in this frame, and a page has one. */
export const oneMain = ({ React: { Children, createElement, isValidElement } }: ViewerSystem) => {
  const withoutMain = (child: ReactNode): ReactNode =>
    isValidElement<object>(child) && child.type === 'main'
      ? createElement('div', { ...child.props, key: child.key })
      : child;
  return {
    wrapComponents: {
      VersionPragmaFilter:
        (Original: Frame): Frame =>
        ({ children, ...props }) =>
          createElement(Original, props, ...Children.toArray(children).map(withoutMain)),
    },
  };
};
