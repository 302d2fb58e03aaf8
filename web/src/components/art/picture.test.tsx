import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { show } from '@/testing/render';
import { Cover } from '../cover';
import { PersonAvatar } from '../person-avatar';
import { SocietyTile } from '../society-tile';
import { Picture } from './picture';

it('a picture loads the smallest sufficient size, and nothing from another server', () => {
  const image = '/uploads/665f1c2ab4d5e6f708192a3c';
  const elsewhere = 'https://photos.example/me.jpg';
  const { container } = show(
    <>
      <PersonAvatar id="a" name="Rand" image={image} size={44} />
      <PersonAvatar id="a" name="Rand" image={image} size={112} />
      <SocietyTile id="b" image={image} size="100%" />
      <Cover seed="c" image={image} width={360} />
      <Cover seed="c" image={image} width={1120} />
      <PersonAvatar id="d" name="Omar" image={elsewhere} />
    </>,
  );
  const photos = [...container.querySelectorAll('img')];
  const asked = photos.map((photo) => photo.getAttribute('src'));
  expect(asked).toEqual([`${image}?w=96`, `${image}?w=240`, image, `${image}?w=800`, image]);
  // A large picture has a `srcset`: the browser chooses, since a phone needs less than a desktop.
  expect(photos.map(({ srcset, sizes }) => [srcset, sizes]).filter(([srcset]) => srcset)).toEqual([
    [`${image}?w=800 800w, ${image} 1600w`, 'min(100vw, 1120px)'],
  ]);
});

it('a person who is not named has a silhouette, and no initials of the words shown instead of the name', () => {
  const { container } = show(<PersonAvatar id="" name="A member" />);
  expect([container.querySelectorAll('text').length, container.querySelectorAll('path').length]).toEqual([0, 1]);
});

it('a drawing that a rendered page lacks is drawn once the page is taken over', async () => {
  // React says in development that the page differs, as it is to.
  const complaint = vi.spyOn(console, 'error').mockReturnValue();
  const page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = '<span class="art " aria-hidden="true"><span class="art-drawn"></span></span>';
  await act(async () => hydrateRoot(page, <Picture svg="<svg></svg>" />, { onRecoverableError: () => {} }));
  complaint.mockRestore();
  expect(page.querySelectorAll('.art-drawn > svg')).toHaveLength(1);
});
