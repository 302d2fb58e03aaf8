import {
  IconDoorExit,
  IconEye,
  IconFlag3,
  IconPrinter,
  IconShieldCheck,
  IconStairsDown,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isPage } from '#models/contract/pages';
import type { Society } from '#models/contract/societies';
import type { ActionMenuProps, MenuEntry } from '@/components/menu';
import MenuList from '@/components/menu-list';
import { useReportDialog } from '@/components/report-button';
import { useLeaveSociety } from './use-leave-society';

interface RoleMenuProps extends Pick<ActionMenuProps, 'label' | 'face'> {
  society: Society;
}

/** Menu entries for pages besides the tabs, as far as the viewer may open them. */
function usePageLinks({ ID, Role, Can }: Society): MenuEntry[] {
  const { t } = useTranslation('society');
  const at = `/societies/${ID}`;
  const links = [
    { is: Can.invite, icon: IconUserPlus, label: t('menu.invite'), to: `${at}/members?invite=1` },
    { is: Can.moderate, icon: IconShieldCheck, label: t('menu.reports'), to: `${at}/reports` },
    { is: Can.manage, icon: IconEye, label: t('menu.asVisitor'), to: `${at}?as=visitor` },
    { is: Can.manage, icon: IconUsers, label: t('menu.asMember'), to: `${at}?as=member` },
    { is: Role !== null, icon: IconPrinter, label: t('menu.poster'), to: `${at}/poster` },
    { is: Role === 'admin', icon: IconStairsDown, label: t('menu.stepDown'), to: `${at}/members?handover=step-down` },
  ];
  return links.filter(({ is, to }) => is && isPage(to.split('?')[0] ?? '')).map(({ is: _is, ...link }) => link);
}

/** Menu of a society's actions for the viewer's role. */
export default function RoleMenu({ society, ...menu }: RoleMenuProps) {
  const { t } = useTranslation('society');
  const links = usePageLinks(society);
  const leave = useLeaveSociety(society);
  const [dialog, open] = useReportDialog({ kind: 'society', id: society.ID, texts: { title: t('report.title') } });
  const report: MenuEntry = { icon: IconFlag3, label: t('menu.report'), onClick: open };
  const leaveEntry: MenuEntry = {
    icon: IconDoorExit,
    label: t('menu.leave'),
    onClick: () => void leave(),
    danger: true,
    needsConnection: true,
  };
  return (
    <>
      <MenuList {...menu} items={[...links, report, ...(society.Role ? [leaveEntry] : [])]} />
      {dialog}
    </>
  );
}
