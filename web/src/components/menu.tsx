import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ComponentProps, type ComponentType, lazy, type ReactNode, type Ref, Suspense } from 'react';
import { useLazyOpen } from '@/lib/use-lazy-open';

export interface MenuEntry {
  icon: ComponentType<{ size?: number; stroke?: number; className?: string }>;
  label: string;
  onClick?: () => void;
  /** Link target, instead of `onClick`. */
  to?: string;
  /** Disabled offline. */
  needsConnection?: boolean;
  /** Rose, for actions that cannot be undone. */
  danger?: boolean;
}

export interface ActionMenuProps {
  /** Names the menu: 'More about this post'. */
  label: string;
  items: readonly MenuEntry[];
  /** Class of the button with the three dots. */
  className?: string | undefined;
  /** Button content instead of the three dots. */
  face?: { className: string | undefined; content: ReactNode };
}

const loadMenu = () => import('./menu-list');
const MenuList = lazy(loadMenu);

interface MenuButtonProps extends Pick<ActionMenuProps, 'label' | 'face'>, Omit<ComponentProps<'button'>, 'className'> {
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** The button of a menu: three dots, or its own content. */
export function MenuButton({ label, face, className, ...rest }: MenuButtonProps) {
  if (face)
    return (
      <button type="button" title={label} {...rest} className={`${face.className} ${className ?? ''}`}>
        {face.content}
      </button>
    );
  return (
    <ActionIcon aria-label={label} title={label} className={className ?? ''} {...rest}>
      <IconDots size={20} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}

/** Menu of rare actions behind three dots; loaded with the first press. */
export function ActionMenu({ label, items, className }: ActionMenuProps) {
  const { isOpen: isLoaded, open } = useLazyOpen(loadMenu);
  const button = <MenuButton label={label} className={className} aria-haspopup="menu" aria-expanded={false} onClick={open} />;
  if (!isLoaded) return button;
  return (
    <Suspense fallback={button}>
      <MenuList label={label} items={items} className={className} />
    </Suspense>
  );
}
