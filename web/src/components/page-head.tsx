import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './page-head.module.css';

interface PageHeadProps {
  /** The page's one h1, and its name in the browser's tab. */
  title: string;
  /** One line under it. */
  lead?: ReactNode;
  /** At the end: the page's main button. */
  action?: ReactNode;
}

/** Heading of a page without a picture. */
export function PageHead({ title, lead, action }: PageHeadProps) {
  const { t } = useTranslation();
  return (
    <header className={css.head}>
      <title>{`${title} · ${t('name')}`}</title>
      <div className={css.words}>
        <h1 className="h1">{title}</h1>
        {lead && <p className={`${css.lead} soft`}>{lead}</p>}
      </div>
      {action}
    </header>
  );
}
