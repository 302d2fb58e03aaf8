import { Button } from '@mantine/core';
import { IconBan, IconDownload, IconHistory, IconUserPlus } from '@tabler/icons-react';
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { lazyDialog } from '@/components/lazy-dialog';
import { ActionMenu } from '@/components/menu';
import { lazyOptional } from '@/lib/lazy-optional';
import { reportMissingScript } from '@/lib/use-lazy-open';
import { useParam } from '@/lib/use-param';
import { useWide } from '@/lib/use-wide';
import { ExportButton, useExport } from './export-button';
import css from './members.module.css';

const loadInvite = () => import('./invite-dialog');
const InviteDialog = lazyOptional(loadInvite);
const useBansDialog = lazyDialog(() => import('./bans-dialog'));
const useHistoryDialog = lazyDialog(() => import('./role-history-dialog'));

function InviteButton({ society }: { society: Society }) {
  const { t } = useTranslation('members');
  const dialog = useParam('invite');
  const reasonId = useId();
  const who = society.Permissions?.whoCanInvite;
  const why = who === 'admins' ? 'onlyAdmins' : who === 'moderators' ? 'onlyModerators' : 'notNow';
  const open = () => void loadInvite().then(() => dialog.set('1'), reportMissingScript);
  return (
    <>
      <Button
        disabled={!society.Can.invite}
        aria-haspopup="dialog"
        aria-describedby={society.Can.invite ? undefined : reasonId}
        leftSection={<IconUserPlus size={17} stroke={1.75} aria-hidden="true" />}
        onClick={open}
      >
        {t('invite.action')}
      </Button>
      {!society.Can.invite && (
        <p id={reasonId} className={`${css.reason} small soft`}>
          {t(`invite.${why}`)}
        </p>
      )}
      {society.Can.invite && dialog.value !== null && <InviteDialog society={society} onClose={() => dialog.set(null)} />}
    </>
  );
}

function BansButton({ societyId }: { societyId: string }) {
  const { t } = useTranslation('members');
  const [dialog, open] = useBansDialog({ societyId });
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" leftSection={<IconBan size={17} stroke={1.75} aria-hidden="true" />} onClick={open}>
        {t('bans.action')}
      </Button>
      {dialog}
    </>
  );
}

/** Opens the history of roles. */
function HistoryButton({ societyId }: { societyId: string }) {
  const { t } = useTranslation('members');
  const [dialog, open] = useHistoryDialog({ societyId });
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        leftSection={<IconHistory size={17} stroke={1.75} aria-hidden="true" />}
        onClick={open}
      >
        {t('history.action')}
      </Button>
      {dialog}
    </>
  );
}

/** Menu of what admins do rarely with the list, so that the list begins on the first screen of a phone. */
function RareActions({ societyId }: { societyId: string }) {
  const { t } = useTranslation('members');
  const [dialog, open] = useBansDialog({ societyId });
  const [history, openHistory] = useHistoryDialog({ societyId });
  const { run } = useExport(societyId);
  const items = [
    { icon: IconDownload, label: t('export.action'), onClick: () => void run(), needsConnection: true },
    { icon: IconBan, label: t('bans.action'), onClick: open },
    { icon: IconHistory, label: t('history.action'), onClick: openHistory },
  ];
  return (
    <>
      <ActionMenu label={t('moreActions')} items={items} />
      {dialog}
      <Fragment key="history">{history}</Fragment>
    </>
  );
}

/** Invite, export, bans and history buttons of the member list; empty for viewers who are not members. */
export function MemberActions({ society }: { society: Society }) {
  const { ID, Role, Can } = society;
  const isWide = useWide();
  return (
    <>
      {Can.manage && isWide && <ExportButton societyId={ID} />}
      {Can.manage && isWide && <BansButton societyId={ID} />}
      {(Role === 'moderator' || (Can.manage && isWide)) && <HistoryButton societyId={ID} />}
      {Can.manage && !isWide && <RareActions societyId={ID} />}
      {(Role !== null || Can.manage) && <InviteButton society={society} />}
    </>
  );
}
