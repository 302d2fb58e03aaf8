import { useTranslation } from 'react-i18next';
import { AsyncList } from '@/components/async-list';
import { Modal } from '@/components/modal';
import { PersonAvatar } from '@/components/person-avatar';
import { ProfileLink } from '@/components/profile-link';
import { useShownName } from '@/lib/use-shown-name';
import css from './poll.module.css';
import { useVoters } from './poll-votes.store';

interface VotersDialogProps {
  postId: string;
  choice: number;
  option: string;
  onClose: () => void;
}

/** People who chose an option of an open poll. */
export default function VotersDialog({ postId, choice, option, onClose }: VotersDialogProps) {
  const { t } = useTranslation('polls');
  const nameOf = useShownName();
  const view = useVoters(postId, choice);
  return (
    <Modal title={t('who', { option })} onClose={onClose}>
      <AsyncList
        view={view}
        idOf={({ key }) => key}
        frame="none"
        className={css.voters}
        failed={t('failed')}
        empty={<p className="small dim">{t('nobody')}</p>}
      >
        {({ ID, Name, Image }) => (
          <li className="row">
            <PersonAvatar id={ID} name={Name} image={Image} size={36} />
            <ProfileLink className={ID ? 'link' : ''} id={ID}>
              <bdi>{nameOf(ID, Name)}</bdi>
            </ProfileLink>
          </li>
        )}
      </AsyncList>
    </Modal>
  );
}
