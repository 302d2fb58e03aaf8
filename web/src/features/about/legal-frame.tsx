import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Logo } from '@/components/logo';
import { LanguageSwitch, SchemeSwitch } from '@/components/preferences';
import { formatNumber } from '@/lib/format';
import css from './legal.module.css';

interface LegalSection {
  /** Fragment in the page's URL. */
  id: string;
  title: string;
  /** One paragraph per line. */
  text: string;
}

interface LegalFrameProps {
  title: string;
  lead: string;
  /** Shown under the lead: the date of the last change. */
  note?: ReactNode;
  contents: string;
  back: string;
  sections?: readonly LegalSection[];
  /** Contents that are no sections. */
  children?: ReactNode;
  /** Links at the end of the page. */
  links: readonly { to: string; label: string }[];
}

/** Frame of a legal text, outside the shell: table of contents, numbered sections, links. */
export function LegalFrame({ title, lead, note, contents, back, sections = [], children, links }: LegalFrameProps) {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <div className={css.frame}>
      <title>{`${title} · ${t('common:name')}`}</title>
      <header className={css.top}>
        <Link to="/" className="tap" aria-label={t('shell:homeLink')}>
          <Logo />
        </Link>
        <span className="row">
          <LanguageSwitch />
          <SchemeSwitch />
        </span>
      </header>
      <main className={`${css.main} steady`}>
        <Link to="/" className="link row tap">
          <IconArrowLeft size={18} stroke={1.75} className="flip" aria-hidden="true" />
          {back}
        </Link>
        <h1 className={`h1 ${css.title}`}>{title}</h1>
        <p className="soft">{lead}</p>
        {note}
        {sections.length > 0 && (
          <nav className={`card ${css.contents}`} aria-labelledby="contents">
            <h2 id="contents" className="h3">
              {contents}
            </h2>
            <ol>
              {sections.map((section) => (
                <li key={section.id}>
                  <a href={`#${section.id}`} className="link">
                    {section.title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        {children}
        {sections.map((section, i) => (
          <section key={section.id} id={section.id} className={css.section} aria-labelledby={`${section.id}-title`}>
            <h2 id={`${section.id}-title`} className="h2">
              {formatNumber(i + 1)}. {section.title}
            </h2>
            {section.text.split('\n').map((line) => (
              <p key={line}>{line}</p>
            ))}
          </section>
        ))}
        <nav className={css.links}>
          {links.map((link) => (
            <Link key={link.to} to={link.to} className="link tap">
              {link.label}
            </Link>
          ))}
        </nav>
      </main>
    </div>
  );
}
