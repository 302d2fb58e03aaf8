import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import css from './post-card.module.css';

/** Where the script does not come, the text stays without links. */
const Linked = lazy(
  (): Promise<{ default: ComponentType<{ text: string }> }> => import('./linked-text').catch(() => ({ default: ({ text }) => text })),
);
const mayLink = /\w\.\w|:\/\//;

/** What a person wrote, never as markup; addresses in it can be clicked. */
export function PostText({ text }: { text: string }) {
  const { t } = useTranslation('posts');
  return (
    <p className={`${css.text} auto`} dir="auto">
      {mayLink.test(text) ? (
        <Suspense fallback={text}>
          <Linked text={text} />
        </Suspense>
      ) : (
        text || t('noContent')
      )}
    </p>
  );
}
