import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AsyncList } from '@/components/async-list';
import { EmptyState } from '@/components/states';
import { RequestCard } from './request-card';
import css from './requests.module.css';
import { useMyRequests } from './requests.store';

/** Own requests of the viewer; the newest is expanded. */
export function MyRequests() {
  const { t } = useTranslation('support');
  const list = useMyRequests();
  const write = (
    <Button component={Link} to="/support">
      {t('tickets.write')}
    </Button>
  );
  return (
    <AsyncList
      view={list}
      className={css.list}
      failed={t('tickets.failed')}
      pill={(count) => t('tickets.new', { count })}
      empty={<EmptyState title={t('tickets.empty')} text={t('tickets.emptyText')} action={write} />}
    >
      {(request, i) => <RequestCard request={request} isOpenAtFirst={i === 0} />}
    </AsyncList>
  );
}
