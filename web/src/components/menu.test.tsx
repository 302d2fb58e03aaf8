import { IconPencil, IconTrash, IconUser } from '@tabler/icons-react';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '@/testing/render';
import { ActionMenu } from './menu';

it('an action menu opens with the first press, runs an action or follows a link, and restores the focus', async () => {
  const edit = vi.fn();
  const items = [
    { icon: IconPencil, label: 'Edit', onClick: edit },
    { icon: IconUser, label: 'Author', to: '/users/1' },
    { icon: IconTrash, label: 'Delete', onClick: () => {}, danger: true },
  ];
  const { user, place } = show(<ActionMenu label="More" items={items} />);
  const button = () => screen.getByRole('button', { name: 'More' });
  await user.click(button());
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Edit', 'Author', 'Delete']);
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  expect(edit).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button()));
  await user.click(button());
  await user.click(await screen.findByRole('menuitem', { name: 'Author' }));
  expect(place()).toBe('/users/1');
  await user.click(button());
  await screen.findByRole('menu');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});
