import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@/components/fields';
import { lazyOptional } from '@/lib/lazy-optional';
import { useUser } from '@/lib/session';
import { societies } from '@/sync/societies';
import css from './composer.module.css';
import { blankPoll, type ExtrasDraft } from './post-extras';

interface ComposerExtrasProps {
  /** Society in which the post will be. */
  society: string;
  value: ExtrasDraft | undefined;
  onChange: (extras: ExtrasDraft) => void;
}

/** Makes the post an announcement; shown to the society's moderators and admins. */
function KindField({ society, value: { kind, ...others } = {}, onChange }: ComposerExtrasProps) {
  const { t } = useTranslation('posts');
  const role = societies.useSelected(society, (each) => each?.Role);
  const isStaff = useUser()?.Role === 'admin';
  if (role !== 'admin' && role !== 'moderator' && !isStaff) return null;
  return (
    <Checkbox
      label={t('announcement.choose')}
      description={t('announcement.help')}
      checked={kind === 'announcement'}
      onChange={(event) => onChange(event.currentTarget.checked ? { ...others, kind: 'announcement' } : others)}
    />
  );
}

const PollFields = lazyOptional(() => import('./poll-fields'), { areas: ['polls'] });

/** A button that adds a poll, then its fields. */
function PollPart({ value = {}, onChange }: ComposerExtrasProps) {
  const { t } = useTranslation('posts');
  const { poll, ...others } = value;
  const [wasRemoved, setRemoved] = useState(false);
  if (!poll)
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        className={css.later ?? ''}
        autoFocus={wasRemoved}
        onClick={() => onChange({ ...value, poll: blankPoll })}
      >
        {t('poll.add')}
      </Button>
    );
  const remove = () => {
    setRemoved(true);
    onChange(others);
  };
  return <PollFields poll={poll} onChange={(next) => onChange({ ...value, poll: next })} onRemove={remove} />;
}

/** The fields of a new post beside its text, society and picture. */
export function ComposerExtras(props: ComposerExtrasProps) {
  return (
    <>
      <KindField {...props} />
      <PollPart {...props} />
    </>
  );
}
