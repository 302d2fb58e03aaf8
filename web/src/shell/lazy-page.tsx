import { type ComponentType, lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/states';
import { withTexts } from '@/lib/i18n';
import { isServer } from '@/lib/on-window';
import { isServerReached } from '@/lib/reload-after-update';
import { isBeingHydrated } from '@/lib/rendered-view';
import { loadUntilSuccess, retryLoad } from '@/lib/retry-load';
import { TakenOver } from './taken-over';

type Script = { default: ComponentType };
type LoadPage = () => Promise<Script>;

const LATEST = 120_000;

const tooLate = (): Promise<never> =>
  new Promise((_resolve, reject) => setTimeout(() => reject(new Error('The page did not come in time')), LATEST));

/** Shown instead of a page whose script is not cached and cannot be loaded; retries until it can. */
function awaitedPage(load: LoadPage): ComponentType {
  return function AwaitedPage() {
    const { t } = useTranslation();
    const [script, setScript] = useState<Script | null>(null);
    useEffect(() => retryLoad(load, setScript), []);
    if (script) return <script.default />;
    return (
      <div className="page">
        <title>{t('name')}</title>
        <div className="card">
          <ErrorState titleAs="h1" title={t('offline.title')} text={t('offline.page')} />
        </div>
      </div>
    );
  };
}

/** The page, and a mark of when it can answer. */
const marked = ({ default: Page }: Script): Script => ({
  default: () => (
    <>
      <Page />
      <TakenOver />
    </>
  ),
});

/** A lazy page: loads its script and texts in parallel when it is first opened. */
export function page(load: LoadPage, ...texts: string[]) {
  const loadAll = async (): Promise<Script> => Promise.race([withTexts(load, ...texts)(), tooLate()]);
  return lazy(async () => {
    try {
      return marked(await loadAll());
    } catch (error) {
      // The server answers but the script is gone: a new build was deployed.
      // On the gateway, a page without its script is no page.
      if (isServer || (await isServerReached())) throw error;
      // A page that the gateway has rendered stays on the screen until its script is there.
      return marked(isBeingHydrated() ? await loadUntilSuccess(loadAll) : { default: awaitedPage(loadAll) });
    }
  });
}
