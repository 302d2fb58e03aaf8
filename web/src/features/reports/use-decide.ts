import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#models/contract/define';
import { type Report, resolveReport } from '#models/contract/reports';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { toast } from '@/lib/toasts';
import { mergeReport, refetchReports } from './reports.store';

type Action = InputOf<typeof resolveReport>['action'];
const doneTexts = { dismiss: 'reports.dismissed', remove: 'reports.removed', note: 'reports.noted' } as const;

/** Sends a decision on a report, and refetches the lists if another moderator decided first. Returns whether it succeeded. */
export function useDecide({ ID }: Report) {
  const { t } = useTranslation('moderation');
  const [busy, setBusy] = useState<Action | null>(null);
  const decide = async (action: Action, note = ''): Promise<boolean> => {
    setBusy(action);
    try {
      const { data } = await api(resolveReport, { report_id: ID, action, note });
      toast('success', t(doneTexts[action]));
      mergeReport(data);
      return true;
    } catch (error) {
      reportFailure(error);
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) refetchReports();
      return false;
    } finally {
      setBusy(null);
    }
  };
  return { decide, busy };
}
