import { type ComponentType, lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/states';
import { loadArea } from '@/lib/i18n';
import { onReachable } from '@/lib/reachability';
import { isServerReached } from '@/lib/reload-after-update';

type Script = { default: ComponentType };
type LoadPage = () => Promise<Script>;

const LATEST = 120_000;
/** How often a page that could not be loaded is tried again, beside whenever the network is back. */
const AGAIN = 15_000;

const tooLate = (): Promise<never> =>
  new Promise((_resolve, reject) => setTimeout(() => reject(new Error('The page did not come in time')), LATEST));

/** Stands in for a page whose script this browser does not have and cannot load now; loads it as soon as it can. */
function awaitedPage(load: LoadPage): ComponentType {
  return function AwaitedPage() {
    const { t } = useTranslation();
    const [script, setScript] = useState<Script | null>(null);
    useEffect(() => {
      const tryAgain = () => void load().then(setScript, () => {});
      const stop = onReachable(tryAgain);
      const timer = setInterval(tryAgain, AGAIN);
      tryAgain();
      return () => {
        stop();
        clearInterval(timer);
      };
    }, []);
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

/** A page's script and its texts, loaded side by side when the page is first opened. */
export function page(load: LoadPage, ...texts: string[]) {
  const loadAll = async (): Promise<Script> => (await Promise.race([Promise.all([load(), loadArea(...texts)]), tooLate()]))[0];
  return lazy(async () => {
    try {
      return await loadAll();
    } catch (error) {
      // A script that is gone although the server is there: the build is another one.
      if (await isServerReached()) throw error;
      return { default: awaitedPage(loadAll) };
    }
  });
}
