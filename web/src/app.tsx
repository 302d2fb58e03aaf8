import {
  DirectionProvider,
  localStorageColorSchemeManager,
  type MantineColorSchemeManager,
  MantineProvider,
  useDirection,
  useMantineColorScheme,
} from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { BrowserRouter } from 'react-router-dom';
import { ConfirmHost } from './components/confirm';
import { directionOf, i18n } from './lib/i18n';
import { queryClient } from './lib/query';
import { viewChanged } from './lib/view-cookie';
import { Pages } from './router';
import { PageBoundary } from './shell/page-boundary';
import { Toasts } from './shell/toasts';
import { schemeOf, usePreferences } from './sync/preferences';
import { theme } from './theme/theme';
import { cssVariablesResolver } from './theme/tokens';

const stored = localStorageColorSchemeManager({ key: 'nadi-scheme' });
const storedSchemes: MantineColorSchemeManager = {
  ...stored,
  set: (scheme) => {
    stored.set(scheme);
    viewChanged();
  },
};

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

interface AppProps {
  /** The gateway renders a page with others than the browser's. */
  schemes?: MantineColorSchemeManager;
  Router?: ComponentType<{ children: ReactNode }>;
}

/** Providers and hosts shared by all pages. */
export function App({ schemes = storedSchemes, Router = BrowserRouter }: AppProps) {
  return (
    <I18nextProvider i18n={i18n}>
      <DirectionProvider initialDirection={directionOf(i18n.language)}>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} colorSchemeManager={schemes} defaultColorScheme="auto">
          <FollowTheme />
          <QueryClientProvider client={queryClient}>
            <Router>
              <FollowDirection>
                <PageBoundary>
                  <Pages />
                </PageBoundary>
                <Toasts />
                <ConfirmHost />
              </FollowDirection>
            </Router>
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </I18nextProvider>
  );
}
