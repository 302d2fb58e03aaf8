import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageHead } from '@/components/page-head';
import { ContactForm } from '@/features/support/contact-form';
import { ContactHours } from '@/features/support/contact-hours';
import { Faq } from '@/features/support/faq';
import { useUser } from '@/lib/session';
import css from './support-page.module.css';

/** /support */
export default function SupportPage() {
  const { t } = useTranslation('support');
  const user = useUser();
  const tickets = user && (
    <Button
      component={Link}
      to="/support/tickets"
      variant="default"
      leftSection={<IconMessages size={18} stroke={1.75} aria-hidden="true" />}
    >
      {t('tickets.title')}
    </Button>
  );
  return (
    <div className="page">
      <div className="stack">
        <PageHead title={t('title')} lead={t('lead')} action={tickets} />
        <div className={css.columns}>
          <Faq />
          <div className="card">
            <ContactForm key={user?.ID} />
            <ContactHours />
          </div>
        </div>
      </div>
    </div>
  );
}
