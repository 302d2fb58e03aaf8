import {
  IconActivity,
  IconBell,
  IconCalendarEvent,
  IconCompass,
  IconHome,
  IconInfoCircle,
  IconLifebuoy,
  IconPencil,
  IconPlus,
  IconTicket,
  IconTrendingUp,
  IconUser,
  IconUserQuestion,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CommandPalette, type PageCommand } from '@/features/search/command-palette';
import { useOwnSocieties } from '@/features/societies/own-societies';
import { useUser } from '@/lib/session';

/** The pages that the viewer's menus lead to. */
function useCommands(): PageCommand[] {
  const { t } = useTranslation('shell');
  const user = useUser();
  const runsOne = useOwnSocieties().some(({ Role }) => Role === 'admin');
  const open: PageCommand[] = [
    { to: '/', label: t('home'), icon: <IconHome aria-hidden="true" /> },
    { to: '/events', label: t('events'), icon: <IconCalendarEvent aria-hidden="true" /> },
    { to: '/societies', label: t('societies'), icon: <IconCompass aria-hidden="true" /> },
  ];
  const own: PageCommand[] = [
    { to: '/my-societies', label: t('mySocieties'), icon: <IconUsersGroup aria-hidden="true" /> },
    { to: '/notifications', label: t('commands.notifications'), icon: <IconBell aria-hidden="true" /> },
    { to: '/account', label: t('profile'), icon: <IconUser aria-hidden="true" /> },
    { to: '/societies/new', label: t('commands.newSociety'), icon: <IconPlus aria-hidden="true" /> },
    { to: '/invitations', label: t('commands.invitations'), icon: <IconTicket aria-hidden="true" /> },
    { to: '/activity', label: t('commands.activity'), icon: <IconActivity aria-hidden="true" /> },
    { to: '/drafts', label: t('commands.drafts'), icon: <IconPencil aria-hidden="true" /> },
  ];
  const rest: PageCommand[] = [
    { to: '/trending', label: t('commands.trending'), icon: <IconTrendingUp aria-hidden="true" /> },
    { to: '/support', label: t('support'), icon: <IconLifebuoy aria-hidden="true" /> },
    { to: '/about', label: t('about'), icon: <IconInfoCircle aria-hidden="true" /> },
  ];
  const requests = { to: '/requests', label: t('requests'), icon: <IconUserQuestion aria-hidden="true" /> };
  return [...open, ...(user ? own : []), ...(runsOne ? [requests] : []), ...rest];
}

export default function CommandPaletteDialog({ onClose }: { onClose: () => void }) {
  return <CommandPalette commands={useCommands()} onClose={onClose} />;
}
