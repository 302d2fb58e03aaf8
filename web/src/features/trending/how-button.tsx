import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadArea } from '@/lib/i18n';
import { useLazyOpen } from '@/lib/use-lazy-open';

const loadDialog = async () => (await Promise.all([import('./how-dialog'), loadArea('trending-how')]))[0];
const HowDialog = lazy(loadDialog);

/** Opens the explanation of the list; it is loaded on first use. */
export function HowButton({ className = '' }: { className?: string | undefined }) {
  const { t } = useTranslation('cards');
  const { isOpen, open, close } = useLazyOpen(loadDialog);
  return (
    <>
      <button type="button" className={`link ${className}`} aria-haspopup="dialog" onClick={open}>
        {t('trending.how')}
      </button>
      <Suspense>{isOpen && <HowDialog onClose={close} />}</Suspense>
    </>
  );
}
