import { useMemo } from 'react';
import css from './art/art.module.css';
import { avatarSvg } from './art/avatar';
import { Picture } from './art/picture';

export interface Face {
  id: string;
  name: string;
  image?: string | null;
}

/** A person's photo, or initials over a tint picked by id. */
export function PersonAvatar({ id, name, image, size = 40, ring = false }: Face & { size?: number; ring?: boolean }) {
  const svg = useMemo(() => avatarSvg(id, name, size < 30 || ring ? 1 : 2), [id, name, size, ring]);
  return (
    <Picture
      svg={svg}
      image={image}
      width={size}
      className={ring ? css.ring : ''}
      style={{ inlineSize: size, blockSize: size, borderRadius: '50%' }}
    />
  );
}

/** Overlapping avatars of a few people; `more` is the number not shown. */
export function Faces({ people, size = 26, more = 0 }: { people: readonly Face[]; size?: number; more?: number }) {
  return (
    <span className={css.faces}>
      {people.map((person) => (
        <PersonAvatar key={person.id} {...person} size={size} ring />
      ))}
      {more > 0 && (
        <span className={`${css.more} micro`} style={{ blockSize: size }}>
          <bdi dir="ltr">+{more}</bdi>
        </span>
      )}
    </span>
  );
}
