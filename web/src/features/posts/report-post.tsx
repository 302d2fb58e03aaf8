import { useTranslation } from 'react-i18next';
import { ReportButton } from '@/components/report-button';
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
  return <ReportButton kind="post" id={postId} className={css.action} texts={texts} />;
}
