import { useTranslation } from 'react-i18next';
import { ReportButton } from '@/components/report-button';
import { api } from '@/lib/api';
import css from './post-card.module.css';

/** Button and dialog to report a post. */
export function ReportPost({ postId }: { postId: string }) {
  const { t } = useTranslation('posts');
  const texts = {
    title: t('report.title'),
    help: t('report.help'),
    sent: t('report.sent'),
    failed: t('report.failed'),
    error: t('report.error'),
  };
  const send = async (message: string, idempotencyKey: string) => {
    const { reportPost } = await import('#models/contract/reports');
    return api(reportPost, { post_id: postId, message }, { idempotencyKey });
  };
  return <ReportButton about={`post:${postId}`} className={css.action} texts={texts} send={send} />;
}
