import { useTranslation } from 'react-i18next';
import { reportThing } from '#models/contract/reports';
import { ReportButton } from '@/components/report-button';
import { api } from '@/lib/api';
import css from './comments.module.css';

/** Button and dialog to report a comment. Its label differs from the post's 'Report', which a card has once. */
export function ReportComment({ id }: { id: string }) {
  const { t } = useTranslation('posts');
  const send = (message: string, idempotencyKey: string) => api(reportThing, { kind: 'comment', id, message }, { idempotencyKey });
  return (
    <ReportButton about={`comment:${id}`} className={css.plain} texts={{ title: t('comment.reportTitle') }} send={send}>
      {t('comment.report')}
    </ReportButton>
  );
}
