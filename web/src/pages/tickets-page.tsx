import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageHead } from '@/components/page-head';
import { MyRequests } from '@/features/support/my-requests';

/** /support/tickets */
export default function TicketsPage() {
  const { t } = useTranslation('support');
  const write = (
    <Button component={Link} to="/support" leftSection={<IconPencil size={18} stroke={1.75} aria-hidden="true" />}>
      {t('tickets.write')}
    </Button>
  );
  return (
    <div className="page">
      <div className="stack">
        <PageHead title={t('tickets.title')} lead={t('tickets.lead')} action={write} />
        <MyRequests />
      </div>
    </div>
  );
}
