import { Button } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { PersonAvatar } from '@/components/person-avatar';
import { useUser } from '@/lib/session';
import css from './timeline-parts.module.css';

function useLockReason({ Permissions }: Society): string {
  const { t } = useTranslation('societies');
  if (Permissions?.whoCanPost === 'admins') return t('timeline.onlyAdmins');
  return Permissions?.whoCanPost === 'moderators' ? t('timeline.onlyModerators') : t('timeline.notNow');
}

interface PostPromptProps {
  society: Society;
  onWrite: () => void;
  /** Additional button. */
  beside?: ReactNode;
}

/** Prompt for members to write a post, or the reason if they may not. */
export function PostPrompt({ society, onWrite, beside }: PostPromptProps) {
  const { t } = useTranslation('societies');
  const me = useUser();
  const reason = useLockReason(society);
  const isAllowed = society.Can.post;
  return (
    <section className={`card ${css.prompt}`} aria-label={t('timeline.create')}>
      <span className={css.face}>{me && <PersonAvatar id={me.ID} name={me.Name} image={me.Image} size={44} />}</span>
      <p className="grow soft">{isAllowed ? t('timeline.share', { society: society.Name }) : reason}</p>
      <Button
        variant="light"
        disabled={!isAllowed}
        leftSection={<IconPencilPlus size={18} stroke={1.75} aria-hidden="true" />}
        onClick={onWrite}
      >
        {t('timeline.create')}
      </Button>
      {beside}
    </section>
  );
}
