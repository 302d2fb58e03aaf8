import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StaffMember } from '#models/contract/staff';
import { PersonRow } from '@/components/person-row';
import { TimeAgo } from '@/components/time-ago';
import { useUser } from '@/lib/session';
import type { StaffCandidate } from './propose-dialog';
import { ScopeBadges } from './scope-badges';
import css from './staff.module.css';

/** Who gave a scope, who confirmed it, and when. */
function Grant({ grant: { Scope, Given_By, Confirmed_By, Given_At } }: { grant: StaffMember['Grants'][number] }) {
  const { t } = useTranslation('staff');
  return (
    <li className={css.grant}>
      <ScopeBadges scopes={[Scope]} />
      <span className="small soft">
        {Given_By && Confirmed_By && Given_At ? (
          <>
            {t('people.givenBy')} <bdi>{Given_By.Name}</bdi> · {t('people.confirmedBy')} <bdi>{Confirmed_By.Name}</bdi> ·{' '}
            <TimeAgo time={Given_At} />
          </>
        ) : (
          t('people.outside')
        )}
      </span>
    </li>
  );
}

/** Staff by name, with the button to propose a change for everybody but the viewer. */
export function StaffList({ people, onSelect }: { people: readonly StaffMember[]; onSelect: (candidate: StaffCandidate) => void }) {
  const { t } = useTranslation(['staff', 'common']);
  const me = useUser()?.ID;
  return (
    <section className={`card ${css.part}`} aria-label={t('staff:people.title')}>
      <h2 className="h3">{t('staff:people.title')}</h2>
      <ul className={css.list}>
        {people.map(({ ID, Name, Image, Grants }) => (
          <li key={ID} className={css.row}>
            <PersonRow id={ID} name={Name} image={Image}>
              {ID !== me && (
                <Button
                  data-online
                  variant="default"
                  aria-haspopup="dialog"
                  aria-label={t('staff:people.changeOf', { name: Name || t('common:unknownUser') })}
                  onClick={() => onSelect({ ID, Name, scopes: Grants.map(({ Scope }) => Scope) })}
                >
                  {t('staff:people.change')}
                </Button>
              )}
            </PersonRow>
            <ul className={css.grants}>
              {Grants.map((grant) => (
                <Grant key={grant.Scope} grant={grant} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
