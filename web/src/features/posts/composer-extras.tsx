import { useTranslation } from 'react-i18next';
import { Checkbox } from '@/components/fields';
import { useUser } from '@/lib/session';
import { societies } from '@/sync/societies';
import { PollFields } from './poll-fields';
import type { ExtrasDraft } from './post-extras';

export interface ComposerExtrasProps {
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

/** The fields of a new post beside its text, society and picture. */
export function ComposerExtras(props: ComposerExtrasProps) {
  return (
    <>
      <KindField {...props} />
      <PollFields {...props} />
    </>
  );
}
