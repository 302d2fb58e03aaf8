import { useTranslation } from 'react-i18next';
import { lazyDialog } from '@/components/lazy-dialog';

const useHowDialog = lazyDialog(() => import('./how-dialog'), 'recommended-how');

/** Opens the explanation of the recommendations; it is loaded on first use. */
export function HowButton() {
  const { t } = useTranslation('cards');
  const [dialog, open] = useHowDialog({});
  return (
    <>
      <button type="button" className="link" aria-haspopup="dialog" onClick={open}>
        {t('recommended.how')}
      </button>
      {dialog}
    </>
  );
}
