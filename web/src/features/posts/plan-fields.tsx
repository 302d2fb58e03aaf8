import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BusyButton } from '@/components/busy-button';
import { TextInput } from '@/components/fields';
import { exactTime } from '@/lib/format';
import { fromLocalInput, toLocalInput } from '@/lib/local-moment';
import { toast } from '@/lib/toasts';
import { useIdempotencyKey } from '@/sync/idempotency-key';
import { useAction } from '@/sync/mutations';
import css from './composer.module.css';
import { plan } from './planned-posts.store';
import type { Draft } from './post-draft';

export interface PlanProps {
  draft: Draft;
  isDisabled: boolean;
  /** Called when the time to publish is set or cleared. */
  onTime: (isSet: boolean) => void;
  /** Called after it was saved or scheduled. */
  onPlanned: () => void;
}

/** Saves the post as a draft on the server, or schedules it. */
export default function PlanFields({ draft, isDisabled, onTime, onPlanned }: PlanProps) {
  const { t } = useTranslation('drafts');
  const [at, setAt] = useState('');
  const once = useIdempotencyKey();
  const publishAt = fromLocalInput(at);
  const { run, isBusy } = useAction(() => once({ ...draft, publishAt }, (key) => plan(draft, publishAt, key)));
  const choose = (next: string) => {
    setAt(next);
    onTime(fromLocalInput(next) !== null);
  };
  const save = async () => {
    if (!(await run())) return;
    toast('success', publishAt ? t('plan.scheduled', { time: exactTime(publishAt) }) : t('plan.saved'), {
      id: 'planned',
      link: { to: '/drafts', label: t('plan.all') },
    });
    onPlanned();
  };
  return (
    <fieldset className={css.plan}>
      <legend className="vh">{t('plan.at')}</legend>
      <TextInput
        autoFocus
        type="datetime-local"
        label={t('plan.at')}
        description={t('plan.help')}
        value={at}
        min={toLocalInput(new Date().toISOString())}
        onChange={(event) => choose(event.target.value)}
        onKeyDown={(event) => {
          // Enter in a field sends its form, which would publish at once.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <div className="row">
        <BusyButton
          variant="default"
          type="button"
          busy={isBusy}
          busyLabel={t('plan.saving')}
          disabled={isDisabled && !isBusy}
          onClick={() => void save()}
        >
          {publishAt ? t('plan.schedule') : t('plan.save')}
        </BusyButton>
        <Link className="link small tap" to="/drafts">
          {t('plan.all')}
        </Link>
      </div>
    </fieldset>
  );
}
