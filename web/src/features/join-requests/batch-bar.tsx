import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { Checkbox } from '@/components/fields';
import { TextInput } from '@/components/text-fields';
import css from './desk.module.css';

interface BatchBarProps {
  /** Number of chosen requests, and of those that can be chosen. */
  count: number;
  total: number;
  onToggleAll: () => void;
  onDecide: (to: 'approved' | 'rejected', reason: string) => void;
}

/** Chooses all requests of the list; with some chosen, approves or rejects them with one reason. */
export function BatchBar({ count, total, onToggleAll, onDecide }: BatchBarProps) {
  const { t } = useTranslation('join-requests');
  const [reason, setReason] = useState('');
  const decide = (to: 'approved' | 'rejected') => {
    onDecide(to, to === 'rejected' ? reason.trim() : '');
    setReason('');
  };
  if (total === 0) return null;
  return (
    <div className={css.batch}>
      <Checkbox
        label={count > 0 ? t('desk.chosen', { count }) : t('desk.chooseAll')}
        checked={count === total}
        indeterminate={count > 0 && count < total}
        onChange={onToggleAll}
      />
      {count > 0 && (
        <div className={css.decide}>
          <Button data-online size="sm" leftSection={<IconCheck size={17} aria-hidden="true" />} onClick={() => decide('approved')}>
            {t('desk.approve', { count })}
          </Button>
          <TextInput
            aria-label={t('reasonLabel')}
            placeholder={t('reasonLabel')}
            maxLength={lengths.reason}
            dir={reason ? 'auto' : undefined}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button data-online size="sm" variant="default" onClick={() => decide('rejected')}>
            {t('desk.reject', { count })}
          </Button>
        </div>
      )}
    </div>
  );
}
