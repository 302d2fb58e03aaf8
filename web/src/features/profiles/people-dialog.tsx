import { useTranslation } from 'react-i18next';
import { AsyncList } from '@/components/async-list';
import { Badge } from '@/components/badge';
import { Modal } from '@/components/modal';
import { PersonRow } from '@/components/person-row';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import css from './profile.module.css';
import type { FollowList } from './profile-head';
import { peopleLists } from './profiles.store';

interface PeopleDialogProps {
  of: { ID: string; Name: string };
  list: FollowList;
  onClose: () => void;
}

/** List of a person's followers, or of the people they follow, newest first. */
export default function PeopleDialog({ of: { ID, Name }, list, onClose }: PeopleDialogProps) {
  const { t } = useTranslation(['profiles', 'common']);
  const view = peopleLists[list].useItems({ user_id: ID });
  const empty = list === 'followers' ? t('profiles:people.noFollowers', { name: Name }) : t('profiles:people.noFollowing', { name: Name });
  return (
    <Modal onClose={onClose} title={t(`profiles:people.${list}`)}>
      <AsyncList
        view={view}
        frame="none"
        className={css.people}
        failed={t('profiles:people.failed')}
        empty={<EmptyState title={empty} />}
        skeleton={<RowSkeletons />}
      >
        {({ ID: id, Name: name, Image: image, Is_Following }) => (
          <li>
            <PersonRow id={id} name={name} image={image}>
              {Is_Following && <Badge>{t('profiles:people.mutual')}</Badge>}
            </PersonRow>
          </li>
        )}
      </AsyncList>
    </Modal>
  );
}
