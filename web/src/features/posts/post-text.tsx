import { useTranslation } from 'react-i18next';
import { WrittenText } from '@/components/written-text';
import css from './post-card.module.css';

/** What a post says, or that it says nothing. */
export function PostText({ text }: { text: string }) {
  const { t } = useTranslation('posts');
  return <WrittenText className={css.text} text={text || t('noContent')} />;
}
