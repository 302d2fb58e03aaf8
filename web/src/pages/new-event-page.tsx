import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { Notice } from '@/components/notice';
import { PageHead } from '@/components/page-head';
import { EventWizard } from '@/features/event-form/event-wizard';
import { SocietyGate } from '@/features/societies/society-frame';
import { useUser } from '@/lib/session';

/** Reason why the viewer cannot create events: an unverified address, or the society's permissions. */
function useReason({ Permissions, Role }: Society): string {
  const { t } = useTranslation('event-form');
  const user = useUser();
  if (Role && user?.Verified === false) return t('closed.unverified');
  if (Permissions?.whoCanCreateEvents === 'admins') return t('closed.admins');
  return Permissions?.whoCanCreateEvents === 'moderators' ? t('closed.moderators') : t('closed.members');
}

function Closed({ society }: { society: Society }) {
  const { t } = useTranslation('event-form');
  const reason = useReason(society);
  const to = `/societies/${society.ID}`;
  return <Notice tab={t('create.title')} title={t('closed.title')} text={reason} to={to} action={t('closed.action')} />;
}

/** /societies/{id}/events/new */
export default function NewEventPage() {
  const { t } = useTranslation('event-form');
  const { id = '' } = useParams();
  return (
    <div className="page">
      <SocietyGate key={id} id={id}>
        {(society) =>
          society.Can.createEvents ? (
            <div className="stack">
              <PageHead title={t('create.title')} lead={<bdi>{t('create.for', { name: society.Name })}</bdi>} />
              <EventWizard societyId={id} />
            </div>
          ) : (
            <Closed society={society} />
          )
        }
      </SocietyGate>
    </div>
  );
}
