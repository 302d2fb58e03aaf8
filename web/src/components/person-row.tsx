import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Excerpt } from './excerpt';
import { type Face, PersonAvatar } from './person-avatar';
import css from './person-row.module.css';

interface PersonRowProps extends Face {
  size?: number;
  /** Under the name: a role, a time, an address. */
  note?: ReactNode;
  /** Actions at the end. */
  children?: ReactNode;
}

/** A person in a list: avatar, linked name and actions. */
export function PersonRow({ id, name, image, size = 40, note, children }: PersonRowProps) {
  const { t } = useTranslation();
  return (
    <div className={css.person}>
      <PersonAvatar id={id} name={name} image={image ?? null} size={size} />
      <div className="grow">
        <Link to={`/users/${id}`} className={`${css.name} tap`}>
          <Excerpt>{name || t('unknownUser')}</Excerpt>
        </Link>
        {note && <Excerpt className="small dim">{note}</Excerpt>}
      </div>
      {children}
    </div>
  );
}
