import { IconClock, IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useContact } from '@/lib/contact';
import { mailto } from '@/lib/email';
import css from './support.module.css';

/** Opening hours and address of the support team. */
export function ContactHours() {
  const { t } = useTranslation('support');
  const contact = useContact();
  return (
    <section className={css.hours} aria-labelledby="hours">
      <h2 id="hours" className="h3">
        {t('contact.title')}
      </h2>
      <p className="small soft">
        <IconClock size={18} stroke={1.75} aria-hidden="true" />
        <span>{t('contact.hours')}</span>
      </p>
      {contact && (
        <p className="small soft">
          <IconMail size={18} stroke={1.75} aria-hidden="true" />
          <a href={mailto(contact.email)} className="link mail tap" aria-label={`${t('contact.mail')}: ${contact.email}`}>
            {contact.email}
          </a>
        </p>
      )}
    </section>
  );
}
