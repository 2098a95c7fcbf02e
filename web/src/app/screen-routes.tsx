import type { Right } from '@kantor/contract/plain/rights.ts';
import type { ComponentType } from 'react';
import { Outlet, type RouteObject } from 'react-router';
import { May } from '@/session/may';
import { RequireSection } from '@/session/require-section';
import type { SectionName } from '@/session/sections';
import { loadScreenTexts } from '@/shared/i18n/i18n';
import { ScreenError } from '@/shared/ui/screen-error';
import type { ScreenHandle } from './preload-first-screen';

interface Screen extends ScreenHandle {
  Component: ComponentType;
}

export const toRoute = ({ Component, preload }: Screen) => ({ Component, handle: { preload } satisfies ScreenHandle });

const failed = (error: unknown) =>
  function FailedScreen(): never {
    throw error;
  };

/** A screen whose code and texts come when it is gone to. */
export const screen = (path: string, load: () => Promise<Screen>): RouteObject => ({
  path,
  lazy: async () => {
    try {
      const [loaded] = await Promise.all([load(), loadScreenTexts()]);
      return toRoute(loaded);
    } catch (error) {
      // The router draws nothing at all where `lazy` is rejected, not even the shell.
      return { Component: failed(error) };
    }
  },
  ErrorBoundary: ScreenError,
});

/** A section's screens; each is a chunk of its own and fails alone. */
export const section = (name: SectionName, screens: RouteObject[]): RouteObject => ({
  element: <RequireSection name={name} />,
  children: screens,
});

/** A form of a section, for those of its members who may send it. */
export const form = (right: Right, path: string, load: () => Promise<Screen>): RouteObject => ({
  element: (
    <May right={right}>
      <Outlet />
    </May>
  ),
  children: [screen(path, load)],
});
