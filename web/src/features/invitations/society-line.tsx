import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Excerpt } from '@/components/excerpt';
import { SocietyTile } from '@/components/society-tile';
import css from './invitations.module.css';

interface SocietyLineProps {
  /** Null if the viewer may no longer see it. */
  society: { ID: string; Name: string; Image: string; Category?: string } | null;
  note: ReactNode;
  children: ReactNode;
}

/** Line of a list: a society's tile and linked name, a note, and buttons. */
export function SocietyLine({ society, note, children }: SocietyLineProps) {
  const { t } = useTranslation();
  return (
    <li className={css.line}>
      <SocietyTile id={society?.ID ?? ''} category={society?.Category ?? ''} image={society?.Image ?? ''} size={52} />
      <div className="grow">
        {society ? (
          <Link to={`/societies/${society.ID}`} className={`${css.name} tap`}>
            <Excerpt>{society.Name}</Excerpt>
          </Link>
        ) : (
          <span className={css.name}>{t('unknownSociety')}</span>
        )}
        <div className={`${css.note} small dim`}>{note}</div>
      </div>
      {children}
    </li>
  );
}
