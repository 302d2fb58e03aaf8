import { IconCheck, IconChevronDown, IconSettings, IconShield } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { MenuButton } from '@/components/menu';
import { useLazyOpen } from '@/lib/use-lazy-open';
import css from './society-header.module.css';
import { roleMenu } from './society-parts';

const roleIcons = { admin: IconSettings, moderator: IconShield, member: IconCheck };

/** Button with the viewer's role, or three dots for others; loads its menu on the first press. */
export function RoleButton({ society }: { society: Society }) {
  const { t } = useTranslation('societies');
  const { isOpen: isLoaded, open } = useLazyOpen(roleMenu.load);
  const { Name, Role } = society;
  const Icon = Role && roleIcons[Role];
  const face = Icon && {
    className: css.state,
    content: (
      <>
        <Icon size={17} stroke={1.75} aria-hidden="true" />
        <span>{t(`role.${Role}`)}</span>
        <IconChevronDown size={15} stroke={1.75} aria-hidden="true" />
      </>
    ),
  };
  const shared = { label: t('header.more', { society: Name }), ...(face ? { face } : {}) };
  const button = <MenuButton {...shared} aria-haspopup="menu" aria-expanded={false} onClick={open} />;
  if (!isLoaded) return button;
  return (
    <Suspense fallback={button}>
      <roleMenu.Part key={Role} society={society} {...shared} />
    </Suspense>
  );
}
