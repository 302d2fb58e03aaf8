import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SocietyTile } from '@/components/society-tile';
import css from './invitations.module.css';

interface SocietyLineProps {
  /** Null where the reader may not know of it any more. */
  society: { ID: string; Name: string; Image: string; Category?: string } | null;
  note: ReactNode;
  children: ReactNode;
}

/** A society in a list of what waits: its tile, its name that leads there, what there is to say, and what can be done. */
export function SocietyLine({ society, note, children }: SocietyLineProps) {
  const { t } = useTranslation();
  return (
    <li className={css.line}>
      <SocietyTile id={society?.ID ?? ''} category={society?.Category ?? ''} image={society?.Image ?? ''} size={52} />
      <div className="grow">
        {society ? (
          <Link to={`/societies/${society.ID}`} className={`${css.name} cut`}>
            <bdi>{society.Name}</bdi>
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
