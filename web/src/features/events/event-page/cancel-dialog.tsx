import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelEvent } from '#models/contract/event-changes';
import { cancelSeries } from '#models/contract/event-series';
import { lengths } from '#models/contract/limits';
import { asyncState } from '@/components/async-list';
import { DraftArea } from '@/components/draft-area';
import { FormDialog } from '@/components/form-dialog';
import { api } from '@/lib/api';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { formatNumber } from '@/lib/format';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { mergeEvents, type ShownEvent } from '../events.store';
import { ScopeField } from '../scope-field';
import { useSeries } from '../series.queries';
import { hasScopes, reachOf, type Scope } from '../series-scope';

/** Cancels an event, or meetings of its series; resolves to the number of cancelled events. */
async function cancel(event_id: string, scope: Scope, reason: string): Promise<number> {
  if (scope === 'one') return mergeEvents([(await api(cancelEvent, { event_id, reason })).data]).length;
  return mergeEvents((await api(cancelSeries, { event_id, scope, reason })).data.meetings).length;
}

/**
 * Dialog that cancels an event with an optional reason, and asks which meetings of a series. The reason is a draft, so it survives
 * a failure.
 */
export default function CancelDialog({ event: { ID, attendees }, onClose }: { event: ShownEvent; onClose: () => void }) {
  const { t } = useTranslation('event');
  const draft = `cancel:${ID}`;
  const reason = useDraftText(draft).trim();
  const { query, meetings } = useSeries(ID);
  const [scope, setScope] = useState<Scope>('one');
  const { run, isBusy } = useAction(
    async () => {
      const count = await cancel(ID, scope, reason);
      writeDraftText(draft, '');
      toast('success', scope === 'one' ? t('cancel.done') : t('series.cancel.done', { count, n: formatNumber(count) }));
      onClose();
    },
    { failure: t('cancel.failed') },
  );
  const count = scope === 'one' ? attendees : reachOf(meetings, ID, scope).reached;
  const text = t(scope === 'one' ? 'cancel.text' : 'series.cancel.text', { count, n: formatNumber(count) });
  return (
    <FormDialog
      title={t('cancel.title')}
      draft={draft}
      action={t('cancel.title')}
      busyLabel={t('cancel.busy')}
      isBusy={isBusy}
      isDisabled={asyncState(query) === 'loading'}
      danger
      stay={t('cancel.keep')}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      {hasScopes(meetings, ID) && <ScopeField meetings={meetings} named={ID} value={scope} onChange={setScope} />}
      <p className="soft">{text}</p>
      <DraftArea data-autofocus draft={draft} label={t('cancel.reason')} description={t('cancel.help')} maxLength={lengths.reason} />
    </FormDialog>
  );
}
