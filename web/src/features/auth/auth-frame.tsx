import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Cover } from '@/components/cover';
import { Logo } from '@/components/logo';
import { LanguageSwitch, SchemeSwitch } from '@/components/preferences';
import css from './auth-frame.module.css';

/** Seed and category of the covers drawn on the sign-in page. */
const covers = [
  ['labs', 'Technology'],
  ['hikers', 'Environmental'],
  ['thread-2', 'Arts'],
  ['troupe', 'Arts & Culture'],
  ['astro', 'Science'],
  ['founders', 'Entrepreneurship'],
  ['hands', 'Community Service'],
  ['courts', 'Sports & Recreation'],
  ['lisan', 'Language & Culture'],
  ['qualifiers-11', 'Hackathon'],
  ['faculty', 'Academic'],
  ['petra', 'Arts & Culture'],
  ['circle-7', 'Science'],
  ['tiles-9', 'Workshop'],
  ['weave-5', 'Community Service'],
] as const;

function Panel() {
  const { t } = useTranslation('auth');
  const tiles = useMemo(
    () =>
      covers.map(([seed, category]) => (
        <Cover key={seed} seed={seed} category={category} width={240} height={200} className={css.cloth ?? ''} />
      )),
    [],
  );
  return (
    <aside className={css.panel}>
      <div className={css.cloths}>{tiles}</div>
      <div className={css.words}>
        <p className={css.claim}>{t('panel.title')}</p>
        <p>{t('panel.text')}</p>
      </div>
    </aside>
  );
}

/** Frame of login and sign-up: the form, beside a panel of drawn covers. */
export function AuthFrame({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const { t } = useTranslation(['auth', 'shell', 'common']);
  return (
    <div className={css.frame}>
      <title>{`${title} · ${t('common:name')}`}</title>
      <Panel />
      <div className={css.side}>
        <header className={css.top}>
          <Link to="/" className="tap" aria-label={t('shell:homeLink')}>
            <Logo />
          </Link>
          <span className="row">
            <LanguageSwitch />
            <SchemeSwitch />
          </span>
        </header>
        <main className={css.form}>
          <h1 className="h1">{title}</h1>
          <p className="soft">{text}</p>
          {children}
        </main>
        <nav className={css.foot} aria-label={t('legal')}>
          <Link to="/terms" className="small tap">
            {t('termsLink')}
          </Link>
          <Link to="/privacy" className="small tap">
            {t('privacyLink')}
          </Link>
        </nav>
      </div>
    </div>
  );
}
