import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { useOpener } from '@/lib/use-opener';

export interface MenuEntry {
  icon: ComponentType<{ size?: number; stroke?: number; className?: string }>;
  label: string;
  onClick?: () => void;
  /** Leads there, instead of doing something. */
  to?: string;
  /** Rose, for what cannot be undone. */
  danger?: boolean;
}

export interface ActionMenuProps {
  /** What the menu is of: 'More about this post'. */
  label: string;
  items: readonly MenuEntry[];
}

const loadMenu = () => import('./menu-list');
const MenuList = lazy(loadMenu);

/** What is seldom done stands behind three dots; the menu is loaded with the first press. */
export function ActionMenu({ label, items }: ActionMenuProps) {
  const { isOpen: isLoaded, open } = useOpener(loadMenu);
  const button = (
    <ActionIcon aria-label={label} title={label} aria-haspopup="menu" aria-expanded={false} onClick={open}>
      <IconDots size={20} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
  if (!isLoaded) return button;
  return (
    <Suspense fallback={button}>
      <MenuList label={label} items={items} />
    </Suspense>
  );
}
