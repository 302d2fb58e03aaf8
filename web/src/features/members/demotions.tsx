import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Demotion } from '#models/contract/demotions';
import { roomOf } from '#models/contract/rooms';
import type { Society } from '#models/contract/societies';
import { BusyButton } from '@/components/busy-button';
import { PersonRow } from '@/components/person-row';
import { WrittenText } from '@/components/written-text';
import { ApiError } from '@/lib/api';
import { formatNumber, longDay } from '@/lib/format';
import { useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';
import { useAction } from '@/sync/mutations';
import css from './demotions.module.css';
import { answer, refetchDemotions, useDemotions } from './demotions.store';

/** Buttons by which an admin answers: agree, or take the agreement or the request back. */
function Answer({ demotion, me }: { demotion: Demotion; me: string }) {
  const { t } = useTranslation('members');
  const { run, busyWith } = useAction((agree: boolean) => answer(demotion, agree), {
    onError: (error) => error instanceof ApiError && error.status >= 403 && error.status < 500 && refetchDemotions(),
  });
  const { Agreed, Needed, Asked_By } = demotion;
  const agrees = Agreed.includes(me);
  const isReached = Agreed.length >= Needed;
  return (
    <div className={css.buttons}>
      {agrees && (
        <Button data-online variant="default" disabled={busyWith !== undefined} onClick={() => void run(false)}>
          {t(Asked_By === me ? 'demote.withdraw' : 'demote.disagree')}
        </Button>
      )}
      {(!agrees || isReached) && (
        <BusyButton color="rose" variant="light" busy={busyWith === true} busyLabel={t('demote.agreeing')} onClick={() => void run(true)}>
          {t(agrees ? 'demote.finish' : 'demote.agree')}
        </BusyButton>
      )}
    </div>
  );
}

function DemotionRow({ demotion, isAdmin }: { demotion: Demotion; isAdmin: boolean }) {
  const { t } = useTranslation(['members', 'common']);
  const me = useUser();
  const name = demotion.User_Name || t('common:unknownUser');
  const counts = { agreed: formatNumber(demotion.Agreed.length), needed: formatNumber(demotion.Needed) };
  const note = (
    <>
      <span>{t('members:demote.count', counts)}</span> ·{' '}
      <span>{t('members:demote.until', { date: longDay(new Date(demotion.Expires_At)) })}</span>
    </>
  );
  return (
    <li className={css.row} aria-label={t('members:demote.label', { name })}>
      <PersonRow id={demotion.User} name={demotion.User_Name} image={demotion.User_Photo} size={44} note={note} />
      <div className={css.why}>
        <p className="small soft">
          {t('members:demote.of', { name })} {t('members:demote.by', { name: demotion.Asked_By_Name || t('common:unknownUser') })}
        </p>
        <WrittenText text={demotion.Reason} />
      </div>
      {isAdmin && me && <Answer demotion={demotion} me={me.ID} />}
    </li>
  );
}

/** Open requests about admins of a society; nothing while there are none. */
export default function Demotions({ society: { ID, Role } }: { society: Society }) {
  const { t } = useTranslation('members');
  const { items } = useDemotions(ID);
  useRooms([roomOf('societyAdmins', ID)]);
  if (items.length === 0) return null;
  return (
    <section className={`card ${css.card}`} aria-labelledby="demotions-title">
      <h2 id="demotions-title" className="h3">
        {t('demote.list')}
      </h2>
      <ul className={css.rows}>
        {items.map((demotion) => (
          <DemotionRow key={demotion.ID} demotion={demotion} isAdmin={Role === 'admin'} />
        ))}
      </ul>
    </section>
  );
}
