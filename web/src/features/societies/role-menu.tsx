import {
  IconChartBar,
  IconDoorExit,
  IconEye,
  IconFlag3,
  IconPrinter,
  IconShieldCheck,
  IconStairsDown,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isPage } from '#models/contract/pages';
import { reportThing } from '#models/contract/reports';
import type { Society } from '#models/contract/societies';
import type { ActionMenuProps, MenuEntry } from '@/components/menu';
import MenuList from '@/components/menu-list';
import { api } from '@/lib/api';
import { useLazyOpen } from '@/lib/use-lazy-open';
import { useLeaving } from './use-leaving-society';

const loadReport = () => import('@/components/report-dialog');
const ReportDialog = lazy(loadReport);

interface RoleMenuProps extends Pick<ActionMenuProps, 'label' | 'face'> {
  society: Society;
}

/** The pages besides the tabs, for those who may: none that the app does not have. */
function useWays({ ID, Role, Can }: Society): MenuEntry[] {
  const { t } = useTranslation('society');
  const at = `/societies/${ID}`;
  const ways = [
    { is: Can.invite, icon: IconUserPlus, label: t('menu.invite'), to: `${at}/members?invite=1` },
    { is: Can.moderate, icon: IconShieldCheck, label: t('menu.reports'), to: `${at}/reports` },
    { is: Can.manage, icon: IconChartBar, label: t('menu.insights'), to: `${at}/insights` },
    { is: Can.manage, icon: IconEye, label: t('menu.asVisitor'), to: `${at}?as=visitor` },
    { is: Can.manage, icon: IconUsers, label: t('menu.asMember'), to: `${at}?as=member` },
    { is: Role !== null, icon: IconPrinter, label: t('menu.poster'), to: `${at}/poster` },
    { is: Role === 'admin', icon: IconStairsDown, label: t('menu.stepDown'), to: `${at}/members?handover=step-down` },
  ];
  return ways.filter(({ is, to }) => is && isPage(to.split('?')[0] ?? '')).map(({ is: _is, ...way }) => way);
}

/** Offers the actions on a society besides reading it, by the viewer's role. */
export default function RoleMenu({ society, ...menu }: RoleMenuProps) {
  const { t } = useTranslation('society');
  const ways = useWays(society);
  const leave = useLeaving(society);
  const { isOpen, open, close } = useLazyOpen(loadReport);
  const report: MenuEntry = { icon: IconFlag3, label: t('menu.report'), onClick: open };
  const leaving: MenuEntry = {
    icon: IconDoorExit,
    label: t('menu.leave'),
    onClick: () => void leave(),
    danger: true,
    needsConnection: true,
  };
  const send = (message: string, idempotencyKey: string) =>
    api(reportThing, { kind: 'society', id: society.ID, message }, { idempotencyKey });
  return (
    <>
      <MenuList {...menu} items={[...ways, report, ...(society.Role ? [leaving] : [])]} />
      <Suspense>
        {isOpen && <ReportDialog about={`society:${society.ID}`} texts={{ title: t('report.title') }} send={send} onClose={close} />}
      </Suspense>
    </>
  );
}
