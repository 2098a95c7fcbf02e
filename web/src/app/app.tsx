import { MantineProvider } from '@mantine/core';
import type { Store } from '@reduxjs/toolkit';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { i18n } from '@/shared/i18n/i18n';
import { colorSchemeManager, theme } from '@/shared/theme/theme';
import { Toaster } from '@/shared/ui/toaster';

/** The whole product over a store and a router. */
export function App({ store, router }: { store: Store; router: DataRouter }) {
  return (
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <MantineProvider
          theme={theme}
          withCssVariables={false}
          withGlobalClasses={false}
          colorSchemeManager={colorSchemeManager}
          defaultColorScheme="auto"
        >
          <RouterProvider router={router} />
          <Toaster />
        </MantineProvider>
      </Provider>
    </I18nextProvider>
  );
}
