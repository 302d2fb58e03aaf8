import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/notice';

/** Shown for a path without a page. */
export default function NotFoundPage() {
  const { t } = useTranslation();
  const title = t('notFound.title');
  return (
    <div className="page">
      <Notice tab={title} title={title} text={t('notFound.text')} to="/" action={t('notFound.home')} />
    </div>
  );
}
