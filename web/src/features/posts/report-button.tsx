import { IconFlag3 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpener } from '@/lib/use-opener';
import css from './post-card.module.css';

const loadDialog = () => import('./report-dialog');
const ReportDialog = lazy(loadDialog);

/** Opens the report; the dialog behind it is loaded on first use. */
export function ReportButton({ postId }: { postId: string }) {
  const { t } = useTranslation('posts');
  const { isOpen, open, close } = useOpener(loadDialog);
  return (
    <>
      <button
        type="button"
        className={css.action}
        data-quiet
        onClick={open}
        aria-haspopup="dialog"
        aria-label={t('report.open')}
        title={t('report.open')}
      >
        <IconFlag3 size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <Suspense>{isOpen && <ReportDialog postId={postId} onClose={close} />}</Suspense>
    </>
  );
}
