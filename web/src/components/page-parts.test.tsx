import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { Facts } from './facts';
import { PageHead } from './page-head';
import { PersonRow } from './person-row';

it('a page head has one heading, the document title and a lead', () => {
  show(<PageHead title="Events" lead="What is on." action={<Button>Create</Button>} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Events');
  expect(document.title).toBe('Events · Nadi');
  expect(screen.getByText('What is on.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Create' })).toBeDefined();
});

it('a person row links to the profile, also without a name', () => {
  const id = newId();
  show(
    <PersonRow id={id} name="" note="since Monday">
      <Button>Follow</Button>
    </PersonRow>,
  );
  expect(screen.getByRole('link', { name: 'Unknown User' }).getAttribute('href')).toBe(`/users/${id}`);
  expect(screen.getByText('since Monday')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Follow' })).toBeDefined();
});

it('a fact has a name and a value', () => {
  show(<Facts facts={[{ icon: IconMapPin, label: 'Location', value: 'Hall B' }]} />);
  expect(screen.getByRole('term').textContent).toBe('Location');
  expect(screen.getByRole('definition').textContent).toBe('Hall B');
});
