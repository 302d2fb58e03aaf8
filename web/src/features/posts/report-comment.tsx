import { useTranslation } from 'react-i18next';
import { ReportButton } from '@/components/report-button';
import css from './comments.module.css';

/** Button and dialog to report a comment. Its label differs from the post's 'Report', which a card has once. */
export function ReportComment({ id }: { id: string }) {
  const { t } = useTranslation('posts');
  return (
    <ReportButton kind="comment" id={id} className={css.plain} texts={{ title: t('comment.reportTitle') }}>
      {t('comment.report')}
    </ReportButton>
  );
}
