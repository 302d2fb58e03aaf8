import { useTranslation } from 'react-i18next';
import { Nuqta } from '@/components/nuqta';
import { useShownName } from '@/lib/use-shown-name';
import { AnswerButtons } from './answer-buttons';
import css from './invitations.module.css';
import { useInvitations } from './invitations.store';

/** Banner on a society's page for an invited viewer: the inviting person, and buttons to answer. */
export default function InvitedBanner({ societyId }: { societyId: string }) {
  const { t } = useTranslation(['invitations', 'common']);
  const nameOf = useShownName();
  const { items } = useInvitations();
  const invitation = items.find(({ Society }) => Society.ID === societyId);
  if (!invitation) return null;
  const name = nameOf(invitation.Invited_By.ID, invitation.Invited_By.Name);
  return (
    <section className={`card ${css.banner}`} aria-label={t('invitations:bannerLabel')}>
      <Nuqta size={10} />
      <p className={`${css.words} grow`}>{t('invitations:banner', { name })}</p>
      <AnswerButtons invitation={invitation} />
    </section>
  );
}
