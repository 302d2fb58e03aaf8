import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { ConfirmHost } from '@/components/confirm';
import { i18n } from '@/lib/i18n';
import { queryClient } from '@/lib/query';
import { Toasts } from '@/shell/toasts';
import { theme } from '@/theme/theme';
import { setUpUser } from './user';

function Where() {
  const { pathname, search, hash } = useLocation();
  return <output data-testid="place">{pathname + search + hash}</output>;
}

function partsOf(at: string) {
  const { pathname, search, hash } = new URL(at, 'http://nadi.test');
  return { pathname, search, hash };
}

/** Renders a part of the app inside its providers, at a path; returns the simulated user and the view. */
export function show(children: ReactNode, { at = '/', state }: { at?: string; state?: unknown } = {}) {
  queryClient.clear();
  const user = setUpUser();
  const view = render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter initialEntries={[{ ...partsOf(at), state }]}>
            <Suspense>{children}</Suspense>
            <Toasts />
            <ConfirmHost />
            <Where />
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>
    </I18nextProvider>,
  );
  return { user, ...view, place: () => view.getByTestId('place').textContent };
}
