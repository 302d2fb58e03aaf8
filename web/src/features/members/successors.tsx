import { Excerpt } from '@/components/excerpt';
// Styles of radio cards, imported here so that they load with the dialog.
import '@mantine/core/styles/RadioCard.css';
import '@mantine/core/styles/RadioIndicator.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { AsyncCard } from '@/components/async-card';
import { Badge, roleTone } from '@/components/badge';
import { DebouncedSearch } from '@/components/debounced-search';
import { Radio } from '@/components/fields';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { PersonAvatar } from '@/components/person-avatar';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import css from './members.module.css';
import { useMembers } from './members.queries';
import type { ShownMember } from './members.store';

interface SuccessorsProps {
  societyId: string;
  chosen: Pick<ShownMember, 'ID'> | null;
  /** Member who is left out. */
  except?: string;
  onChoose: (member: ShownMember | null) => void;
}

/** Searchable list of members who can take over as admin. */
export function Successors({ societyId, chosen, except, onChoose }: SuccessorsProps) {
  const { t } = useTranslation(['members', 'common']);
  const [q, setQ] = useState('');
  const { query, items } = useMembers(societyId, { q, role: '', sort: 'role' });
  const others = items.filter(({ ID, Role }) => Role !== 'admin' && ID !== except);
  const choose = (id: string) => onChoose(others.find(({ ID }) => ID === id) ?? null);
  return (
    <div className={css.successors}>
      <DebouncedSearch label={t('members:handover.search')} value={q} max={lengths.email} onChange={setQ} />
      <AsyncCard query={query} data={others} failed={t('members:handover.failed')} failure="block">
        {() => (
          <>
            {!query.hasNextPage && others.length === 0 && (
              <EmptyState
                title={q ? t('members:none') : t('members:handover.none')}
                text={q ? t('members:noneText') : t('members:handover.noneText')}
              />
            )}
            <Radio.Group
              aria-label={t('members:handover.people')}
              value={chosen?.ID ?? ''}
              onChange={choose}
              className={css.candidates ?? ''}
            >
              {others.map(({ ID, Name, Photo, Role }) => (
                <Radio.Card key={ID} value={ID} className={css.candidate ?? ''} aria-label={Name || t('common:unknownUser')}>
                  <Radio.Indicator />
                  <PersonAvatar id={ID} name={Name} image={Photo} size={36} />
                  <Excerpt as="b" className="grow">
                    {Name || t('common:unknownUser')}
                  </Excerpt>
                  <Badge tone={roleTone[Role]}>{t(`common:role.${Role}`)}</Badge>
                </Radio.Card>
              ))}
              <InfiniteScroll query={query}>
                <RowSkeletons rows={2} />
              </InfiniteScroll>
            </Radio.Group>
          </>
        )}
      </AsyncCard>
    </div>
  );
}
