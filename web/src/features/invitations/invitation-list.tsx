import { useTranslation } from 'react-i18next';
import type { Invitation } from '#models/contract/invitations';
import { AsyncList } from '@/components/async-list';
import { EmptyState } from '@/components/states';
import { TimeAgo } from '@/components/time-ago';
import { formatNumber } from '@/lib/format';
import { useShownName } from '@/lib/use-shown-name';
import { AnswerButtons } from './answer-buttons';
import css from './invitations.module.css';
import { useInvitations } from './invitations.store';
import { SocietyLine } from './society-line';

function Note({ invitation: { Society, Invited_By, CreatedAt } }: { invitation: Invitation }) {
  const { t } = useTranslation(['invitations', 'common']);
  const nameOf = useShownName();
  const count = Society.Member_Count;
  return (
    <>
      <span>
        {t('invitations:by', { name: nameOf(Invited_By.ID, Invited_By.Name) })} <TimeAgo time={CreatedAt} />
      </span>
      <span>{t('invitations:members', { count, n: formatNumber(count) })}</span>
    </>
  );
}

/** The viewer's open invitations, newest first. */
export function InvitationList() {
  const { t } = useTranslation('invitations');
  const list = useInvitations();
  return (
    <section className={`card ${css.section}`} aria-labelledby="invitations-open">
      <h2 id="invitations-open" className="h3">
        {t('open')}
      </h2>
      <AsyncList
        view={list}
        className={css.lines}
        frame="none"
        failed={t('failed')}
        empty={<EmptyState title={t('none')} text={t('noneText')} seed="letter" />}
      >
        {(invitation) => (
          <SocietyLine society={invitation.Society} note={<Note invitation={invitation} />}>
            <AnswerButtons invitation={invitation} />
          </SocietyLine>
        )}
      </AsyncList>
    </section>
  );
}
