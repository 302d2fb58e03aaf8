import { Button } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import type { Society } from '#models/contract/societies';
import { AsyncCard } from '@/components/async-card';
import { Badge, roleTone } from '@/components/badge';
import { LiveCount } from '@/components/live-count';
import { Nuqta } from '@/components/nuqta';
import { RowSkeletons } from '@/components/skeletons';
import { SocietyTile } from '@/components/society-tile';
import { EmptyState } from '@/components/states';
import { formatNumber } from '@/lib/format';
import { useRooms } from '@/lib/live';
import { useCategoryName } from './category-name';
import css from './my-societies.module.css';
import { useOwnSocietiesQuery } from './own-societies';

/** Row of an own society: name, the viewer's role and the number of new posts. */
const OwnSocietyRow = memo(function OwnSocietyRow({ society }: { society: Society }) {
  const { t } = useTranslation('societies');
  const categoryName = useCategoryName();
  const { ID, Name, Image, Category, Role, Member_Count, New_Count } = society;
  return (
    <li>
      <Link to={`/societies/${ID}`} className={css.row}>
        <SocietyTile id={ID} category={Category} image={Image} size={52} />
        <span className="grow">
          <b className={css.name}>
            <bdi>{Name}</bdi>
          </b>
          <span className={`${css.facts} small dim`}>
            <span>{categoryName(Category)}</span>
            <span>
              <LiveCount value={Member_Count} /> {t('card.members', { count: Member_Count })}
            </span>
            {New_Count ? (
              <span className={`${css.news} row`}>
                <Nuqta size={7} />
                {t('mySocieties.news', { count: New_Count, n: formatNumber(New_Count) })}
              </span>
            ) : null}
          </span>
        </span>
        {Role && <Badge tone={roleTone[Role]}>{t(`role.${Role}`)}</Badge>}
      </Link>
    </li>
  );
});

function OwnSocietiesSection({ title, list, empty }: { title: string; list: readonly Society[]; empty?: string }) {
  return (
    <section className={`card ${css.section}`} aria-label={title}>
      <h2 className="h3">{title}</h2>
      {list.length === 0 && <p className="small dim">{empty}</p>}
      <ul className={css.list}>
        {list.map((society) => (
          <OwnSocietyRow key={society.ID} society={society} />
        ))}
      </ul>
    </section>
  );
}

/** Link to discovery. */
export function DiscoverMore() {
  const { t } = useTranslation('societies');
  return (
    <Button component={Link} to="/societies" size="md" variant="light">
      {t('mySocieties.discover')}
    </Button>
  );
}

const ofRole = (own: readonly Society[], role: Society['Role']): Society[] => own.filter(({ Role }) => Role === role);

function Sections({ own }: { own: readonly Society[] }) {
  const { t } = useTranslation('societies');
  const [managed, moderated] = [ofRole(own, 'admin'), ofRole(own, 'moderator')];
  return (
    <>
      {managed.length > 0 && <OwnSocietiesSection title={t('mySocieties.managed')} list={managed} />}
      {moderated.length > 0 && <OwnSocietiesSection title={t('mySocieties.moderated')} list={moderated} />}
      <OwnSocietiesSection title={t('mySocieties.memberships')} list={ofRole(own, 'member')} empty={t('mySocieties.noMember')} />
    </>
  );
}

/** All societies of the viewer, grouped by role. */
export function MySocieties() {
  useRooms([roomOf('mine'), roomOf('societies')]);
  const { t } = useTranslation('societies');
  const { query, own } = useOwnSocietiesQuery();
  if (own.length > 0) return <Sections own={own} />;
  return (
    <div className="card">
      <AsyncCard
        query={query}
        data={own}
        failed={t('failedList')}
        failure="block"
        skeleton={<RowSkeletons rows={5} className={css.section} />}
      >
        {() => (
          <EmptyState
            title={t('mySocieties.empty')}
            text={t('mySocieties.emptyText')}
            seed="my-societies"
            action={
              <Button component={Link} to="/societies">
                {t('missing.action')}
              </Button>
            }
          />
        )}
      </AsyncCard>
    </div>
  );
}
