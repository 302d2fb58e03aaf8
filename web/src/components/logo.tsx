import { useTranslation } from 'react-i18next';
import css from './art/art.module.css';

/** The logo: the letter nun with its dot. */
export function Logo() {
  const { t } = useTranslation();
  return (
    <span className={css.logo}>
      <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
        <rect width="36" height="36" rx="11" fill="#0E5A44" />
        <path d="M8 15.5C8 31 28 31 28 15.5" fill="none" stroke="#fff" strokeWidth="4" strokeLinecap="round" />
        <rect x="14.6" y="8.2" width="6.8" height="6.8" rx="1.4" transform="rotate(45 18 11.6)" fill="#C6F065" />
      </svg>
      <span className={css.word}>{t('name')}</span>
    </span>
  );
}
