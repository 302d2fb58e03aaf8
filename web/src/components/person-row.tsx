import type { ReactNode } from 'react';
import { useShownName } from '@/lib/use-shown-name';
import { Excerpt } from './excerpt';
import { type Face, PersonAvatar } from './person-avatar';
import css from './person-row.module.css';
import { ProfileLink } from './profile-link';

interface PersonRowProps extends Face {
  size?: number;
  /** Under the name: a role, a time, an address. */
  note?: ReactNode;
  /** Actions at the end. */
  children?: ReactNode;
}

/** A person in a list: avatar, linked name and actions. */
export function PersonRow({ id, name, image, size = 40, note, children }: PersonRowProps) {
  const nameOf = useShownName();
  return (
    <div className={css.person}>
      <PersonAvatar id={id} name={name} image={image ?? null} size={size} />
      <div className="grow">
        <ProfileLink id={id} className={`${css.name} tap`}>
          <Excerpt>{nameOf(id, name)}</Excerpt>
        </ProfileLink>
        {note && <Excerpt className="small dim">{note}</Excerpt>}
      </div>
      {children}
    </div>
  );
}
