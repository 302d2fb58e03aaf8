import { useTranslation } from 'react-i18next';
import { WrittenText } from '@/components/written-text';
import css from './post-card.module.css';

/** Text of a post, or a placeholder for an empty one. */
export function PostText({ text }: { text: string }) {
  const { t } = useTranslation('posts');
  return <WrittenText className={css.text} text={text || t('noContent')} />;
}
