import { useEffect } from 'react';
import { type NotificationType, notificationTypes } from '#models/contract/notifications';
import { confirm } from '@/components/confirm';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { useParam } from '@/lib/use-param';
import { savePreferences } from '@/sync/own-profile';

const isType = (text: string): text is NotificationType => (notificationTypes as readonly string[]).includes(text);

async function confirmMute(type: NotificationType): Promise<void> {
  await i18n.loadNamespaces(['mute-type', 'notification-kinds']);
  const t = i18n.getFixedT(null, 'mute-type');
  const kind = i18n.t(type, { ns: 'notification-kinds' });
  const run = () => savePreferences({ types: { [type]: { mail: false, push: false } } });
  const texts = { title: t('title'), text: t('text', { kind }), action: t('action'), busy: t('busy') };
  if (await confirm({ ...texts, run })) toast('success', t('done', { kind }), { id: 'mute' });
}

async function askToLogIn(): Promise<void> {
  await i18n.loadNamespaces('mute-type');
  const login = i18n.t('login', { ns: 'common' });
  toast('info', i18n.t('signIn', { ns: 'mute-type' }), { id: 'mute', link: { to: '/login', label: login } });
}

/**
 * Handles a mail's link `/?mute=<type>`: asks for confirmation before it turns mail and web push of the type off, since opening
 * a link must not change anything. Renders nothing.
 */
export default function MuteTypeLink() {
  const status = useSession((session) => session.status);
  const { value: type, set } = useParam('mute');
  useEffect(() => {
    if (type === null || status === 'checking') return;
    // For a visitor the URL stays, so that the login leads back here.
    if (status === 'out') return void askToLogIn();
    set(null);
    if (isType(type)) void confirmMute(type);
  }, [type, status, set]);
  return null;
}
