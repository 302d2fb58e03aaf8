import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { confirm } from '@/components/confirm';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { useParam } from '@/lib/use-param';
import { setFollowing } from '@/sync/followed';

/** Confirms the link of a mail that ends a follow: opening the link changes nothing by itself. */
export default function UnfollowQuestion({ society }: { society: Society }) {
  const { t } = useTranslation(['societies', 'common']);
  const status = useSession((session) => session.status);
  const { value, set } = useParam('unfollow');
  const isAsked = value !== null;
  useEffect(() => {
    if (!isAsked || status === 'checking') return;
    if (status === 'out') {
      // Leave the URL unchanged, so that the login leads back to the question.
      toast('info', t('societies:follow.signIn'), { id: 'unfollow', link: { to: '/login', label: t('common:login') } });
      return;
    }
    const ask = async () => {
      const isDone = await confirm({
        title: t('societies:follow.title', { society: society.Name }),
        text: t('societies:follow.text'),
        action: t('societies:follow.undoOne', { society: society.Name }),
        busy: t('societies:follow.busy'),
        run: () => setFollowing(society, false),
      });
      if (isDone) toast('success', t('societies:follow.done', { society: society.Name }), { id: 'unfollow' });
    };
    set(null);
    void ask();
  }, [isAsked, status, society, set, t]);
  return null;
}
