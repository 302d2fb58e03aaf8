import { DirectionProvider, localStorageColorSchemeManager, MantineProvider, useDirection, useMantineColorScheme } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { BrowserRouter } from 'react-router-dom';
import { ConfirmHost } from './components/confirm';
import { directionOf, i18n } from './lib/i18n';
import { queryClient } from './lib/query';
import { Pages } from './router';
import { PageBoundary } from './shell/page-boundary';
import { Toasts } from './shell/toasts';
import { schemeOf, usePreferences } from './sync/preferences';
import { theme } from './theme/theme';
import { cssVariablesResolver } from './theme/tokens';

const schemes = localStorageColorSchemeManager({ key: 'nadi-scheme' });

function FollowDirection({ children }: { children: ReactNode }) {
  const { setDirection } = useDirection();
  const { language } = useTranslation().i18n;
  useEffect(() => setDirection(directionOf(language)), [language, setDirection]);
  return children;
}

/** Applies a theme that was chosen outside the theme switch: in the settings, or by the account. */
function FollowTheme() {
  const { setColorScheme } = useMantineColorScheme();
  useEffect(
    () => usePreferences.subscribe(({ theme }, before) => theme !== before.theme && setColorScheme(schemeOf(theme))),
    [setColorScheme],
  );
  return null;
}

/** Providers and hosts shared by all pages. */
export function App() {
  return (
    <I18nextProvider i18n={i18n}>
      <DirectionProvider initialDirection={directionOf(i18n.language)}>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} colorSchemeManager={schemes} defaultColorScheme="auto">
          <FollowTheme />
          <QueryClientProvider client={queryClient}>
            <BrowserRouter>
              <FollowDirection>
                <PageBoundary>
                  <Pages />
                </PageBoundary>
                <Toasts />
                <ConfirmHost />
              </FollowDirection>
            </BrowserRouter>
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </I18nextProvider>
  );
}
