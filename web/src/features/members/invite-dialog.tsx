import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { lengths } from '#models/contract/limits';
import { searchAll } from '#models/contract/search';
import type { Society } from '#models/contract/societies';
import { Badge } from '@/components/badge';
import { BusyButton } from '@/components/busy-button';
import { CardList } from '@/components/card-list';
import { DebouncedSearch } from '@/components/debounced-search';
import { Modal } from '@/components/modal';
import { PersonRow } from '@/components/person-row';
import { EmptyState } from '@/components/states';
import { api } from '@/lib/api';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { looksLikeEmail } from '@/lib/email';
import { useUser } from '@/lib/session';
import css from './members.module.css';
import { type InviteOutcome, useInvite } from './use-invite';

const maxFound = 8;
const minLength = 2;

interface InviteProps {
  name: string;
  outcome: InviteOutcome | undefined;
  onInvite: () => void;
}

/** Button that invites a person or address; replaced by the outcome. */
function InviteButton({ name, outcome, onInvite }: InviteProps) {
  const { t } = useTranslation('members');
  if (outcome && outcome !== 'busy') return <Badge tone={outcome === 'invited' ? 'brand' : 'plain'}>{t(`invite.${outcome}`)}</Badge>;
  return (
    <BusyButton
      variant="light"
      size="compact-md"
      busy={outcome === 'busy'}
      busyLabel={t('invite.busy')}
      aria-label={t('invite.of', { name })}
      onClick={onInvite}
    >
      {t('invite.one')}
    </BusyButton>
  );
}

/** Distinguishes people of the same name by a profile link in a new tab; otherwise shows whether the viewer follows them. */
function ProfileHint({ id, isFollowed, isSameName }: { id: string; isFollowed: boolean; isSameName: boolean }) {
  const { t } = useTranslation('members');
  if (isSameName)
    return (
      <Link to={`/users/${id}`} target="_blank" className="link">
        {t('view')}
      </Link>
    );
  return isFollowed ? t('invite.followed') : null;
}

function FoundPeople({ q, inviting: { outcomes, invite } }: { q: string; inviting: ReturnType<typeof useInvite> }) {
  const { t } = useTranslation(['members', 'common']);
  const me = useUser();
  const query = useQuery({
    queryKey: ['people', 'to-invite', q],
    queryFn: async ({ signal }) => (await api(searchAll, { q, kind: 'people', limit: maxFound }, { signal })).data.people,
    meta: { persist: false },
  });
  const people = query.data?.filter(({ ID }) => ID !== me?.ID) ?? [];
  const isSameName = (name: string) => people.filter(({ Name }) => Name === name).length > 1;
  return (
    <CardList
      query={query}
      items={people}
      label={t('members:invite.found')}
      failed={t('members:invite.failed')}
      failure="block"
      empty={<EmptyState title={t('members:invite.nobody')} text={t('members:invite.nobodyText')} />}
    >
      {({ ID, Name, Image, Is_Following }) => (
        <li>
          <PersonRow
            id={ID}
            name={Name}
            image={Image}
            note={<ProfileHint id={ID} isFollowed={Is_Following} isSameName={isSameName(Name)} />}
          >
            <InviteButton name={Name || t('common:unknownUser')} outcome={outcomes[ID]} onInvite={() => void invite({ user_id: ID })} />
          </PersonRow>
        </li>
      )}
    </CardList>
  );
}

function InviteByEmail({ email, inviting: { outcomes, invite } }: { email: string; inviting: ReturnType<typeof useInvite> }) {
  const { t } = useTranslation('members');
  const outcome = outcomes[email];
  return (
    <div className={css.address}>
      <span className="mail grow">{email}</span>
      <InviteButton name={email} outcome={outcome} onInvite={() => void invite({ email })} />
      <p className={`${css.outcome} small soft`} role="status">
        {outcome === 'invited' && t('invite.mailed')}
      </p>
    </div>
  );
}

/** Dialog to invite people by name, or by an address that may have no account yet. */
export default function InviteDialog({ society: { ID, Name }, onClose }: { society: Society; onClose: () => void }) {
  const { t } = useTranslation(['members', 'common']);
  const draft = `invite:${ID}`;
  const q = useDraftText(draft);
  const close = () => {
    writeDraftText(draft, '');
    onClose();
  };
  const inviting = useInvite(ID);
  return (
    <Modal onClose={close} title={t('members:invite.title', { society: Name })}>
      <div className={css.invite}>
        <DebouncedSearch
          isFirst
          label={t('members:invite.label')}
          value={q}
          max={lengths.email}
          onChange={(text) => writeDraftText(draft, text)}
        />
        {q.length < minLength && <p className="small soft">{t('members:invite.help')}</p>}
        {q.length >= minLength &&
          (looksLikeEmail(q) ? <InviteByEmail email={q} inviting={inviting} /> : <FoundPeople q={q.slice(0, 100)} inviting={inviting} />)}
      </div>
    </Modal>
  );
}
