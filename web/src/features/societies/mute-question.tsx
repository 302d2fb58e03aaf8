import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { confirm } from '@/components/confirm';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { useParam } from '@/lib/use-param';
import { setMuted } from '@/sync/mute';

/** Confirms a mute link from a mail: opening the link changes nothing by itself. */
export default function MuteQuestion({ society: { ID, Name, Role } }: { society: Society }) {
  const { t } = useTranslation(['societies', 'common']);
  const status = useSession((session) => session.status);
  const { value, set } = useParam('mute');
  const isAsked = value !== null;
  useEffect(() => {
    if (!isAsked || status === 'checking') return;
    if (status === 'out') {
      // Leave the URL unchanged, so that the login leads back to the question.
      toast('info', t('societies:mute.signIn'), { id: 'mute', link: { to: '/login', label: t('common:login') } });
      return;
    }
    const askToMute = async () => {
      const society = Name;
      const isDone = await confirm({
        title: t('societies:mute.title', { society }),
        text: t('societies:mute.text'),
        action: t('societies:mute.one', { society }),
        busy: t('societies:mute.busy'),
        run: () => setMuted(ID, true),
      });
      if (isDone) toast('success', t('societies:mute.done', { society }), { id: 'mute' });
    };
    set(null);
    if (Role) void askToMute();
    else toast('info', t('societies:mute.notMember'), { id: 'mute' });
  }, [isAsked, status, ID, Name, Role, set, t]);
  return null;
}
