import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PartBoundary } from './part-boundary';
import css from './side-card.module.css';

interface SideCardProps {
  title: string;
  /** Beside the title: a count, a button, or `link`. */
  extra?: ReactNode;
  link?: { to: string; label: string };
  /** A name in the page's address, to jump to. */
  id?: string;
  children: ReactNode;
}

/** A card of the side column. */
export function SideCard({ title, extra, link, id, children }: SideCardProps) {
  return (
    <section id={id} className={`card ${css.box}`} aria-label={title}>
      <header className={css.head}>
        <h2 className="h3">{title}</h2>
        {extra}
        {link && (
          <Link to={link.to} className="link small tap">
            {link.label}
          </Link>
        )}
      </header>
      <div className={css.body}>
        <PartBoundary>{children}</PartBoundary>
      </div>
    </section>
  );
}
