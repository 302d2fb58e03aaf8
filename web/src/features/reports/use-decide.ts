import { useTranslation } from 'react-i18next';
import type { InputOf } from '#models/contract/define';
import { type Report, resolveReport, takeReport } from '#models/contract/reports';
import { ApiError, api } from '@/lib/api';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { mergeReport, refetchReports } from './reports.store';

type Action = InputOf<typeof resolveReport>['action'];
const doneTexts = { dismiss: 'reports.dismissed', remove: 'reports.removed', note: 'reports.noted' } as const;

/** Whether another moderator was first. */
const isStale = (error: unknown): boolean => error instanceof ApiError && [404, 409].includes(error.status);

/** Sends a decision on a report, and refetches the lists if another moderator decided first. Returns whether it succeeded. */
export function useDecide({ ID }: Report) {
  const { t } = useTranslation('moderation');
  const { run, busyWith } = useAction(
    async ({ action, note }: { action: Action; note: string }) => {
      const { data } = await api(resolveReport, { report_id: ID, action, note });
      toast('success', t(doneTexts[action]));
      mergeReport(data);
    },
    { onError: (error) => isStale(error) && refetchReports() },
  );
  return { decide: (action: Action, note = '') => run({ action, note }), busy: busyWith?.action };
}

/** Takes a report or puts it back. */
export const useTake = ({ ID }: Report) =>
  useAction(async (taken: boolean) => mergeReport((await api(takeReport, { report_id: ID, taken })).data), {
    onError: (error) => isStale(error) && refetchReports(),
  });
