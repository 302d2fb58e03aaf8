import { IconShare3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addressOf, copyLink } from '@/lib/share';
import { toast } from '@/lib/toasts';
import css from './post-card.module.css';

/** Button that copies the post's URL. */
export function SharePost({ id }: { id: string }) {
  const { t } = useTranslation('posts');
  const share = async () => {
    const isCopied = await copyLink(addressOf(`/posts/${id}`));
    toast(isCopied ? 'success' : 'error', t(isCopied ? 'share.copied' : 'share.failed'), { id: 'share' });
  };
  return (
    <button type="button" className={css.action} data-quiet aria-label={t('share.open')} onClick={() => void share()}>
      <IconShare3 size={18} stroke={1.75} className="flip" aria-hidden="true" />
      <span className={css.wide}>{t('share.open')}</span>
    </button>
  );
}
