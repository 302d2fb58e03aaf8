import { useTranslation } from 'react-i18next';
import { lazyDialog } from '@/components/lazy-dialog';

const useHowDialog = lazyDialog(() => import('./how-dialog'), 'trending-how');

/** Opens the explanation of the list; it is loaded on first use. */
export function HowButton({ className = '' }: { className?: string | undefined }) {
  const { t } = useTranslation('cards');
  const [dialog, open] = useHowDialog({});
  return (
    <>
      <button type="button" className={`link ${className}`} aria-haspopup="dialog" onClick={open}>
        {t('trending.how')}
      </button>
      {dialog}
    </>
  );
}
