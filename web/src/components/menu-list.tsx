// Mantine's menu with its styles: loaded by ./menu, on first use.
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { type ActionMenuProps, MenuButton, type MenuEntry } from './menu';
import css from './menu.module.css';

function Entry({ entry: { icon: Icon, label, onClick, to, danger, needsConnection } }: { entry: MenuEntry }) {
  const shared = {
    className: css.item ?? '',
    'data-danger': danger || undefined,
    'data-online': needsConnection || undefined,
    leftSection: <Icon size={18} stroke={1.75} />,
    ...(onClick ? { onClick } : {}),
  };
  if (to === undefined) return <Menu.Item {...shared}>{label}</Menu.Item>;
  return (
    <Menu.Item {...shared} component={Link} to={to}>
      {label}
    </Menu.Item>
  );
}

/** Opens on mount, since it is loaded by a press of the button, which this one replaces. */
export default function MenuList({ label, items, face, className }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
    setOpen(true);
  }, []);
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" classNames={{ dropdown: css.list ?? '' }}>
      <Menu.Target>
        <MenuButton ref={button} label={label} className={className} {...(face ? { face } : {})} />
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((entry) => (
          <Entry key={entry.label} entry={entry} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
