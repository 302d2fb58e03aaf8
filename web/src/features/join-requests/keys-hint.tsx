import { useTranslation } from 'react-i18next';
import css from './desk.module.css';

/** Keys of the list, on screens with a keyboard. */
export function KeysHint() {
  const { t } = useTranslation('join-requests');
  return (
    <p className={`${css.keys} micro dim`}>
      <kbd>J</kbd> <kbd>K</kbd> {t('desk.keys.move')} · <kbd>A</kbd> {t('approve')} · <kbd>R</kbd> {t('reject')}
    </p>
  );
}
