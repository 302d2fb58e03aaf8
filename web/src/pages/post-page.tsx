import { useTranslation } from 'react-i18next';

/** /posts/{id} */
export default function PostPage() {
  const { t } = useTranslation(['posts', 'common']);
  return (
    <div className="page">
      <title>{`${t('posts:page.title')} · ${t('common:name')}`}</title>
      <h1 className="h1">{t('posts:page.title')}</h1>
    </div>
  );
}
