import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { Store } from '@reduxjs/toolkit';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { i18n } from '@/shared/i18n/i18n';
import { colorSchemeManager, cssVariablesResolver, theme } from '@/shared/theme/theme';

/** The whole product over a store and a router. */
export function App({ store, router }: { store: Store; router: DataRouter }) {
  return (
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={colorSchemeManager}
          defaultColorScheme="auto"
        >
          <RouterProvider router={router} />
          <Notifications position="bottom-right" />
        </MantineProvider>
      </Provider>
    </I18nextProvider>
  );
}
