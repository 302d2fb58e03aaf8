import { useTranslation } from 'react-i18next';
import type { InputOf } from '#models/contract/define';
import { resolveAppeal } from '#models/contract/report-appeals';
import { type Report, type ReportReason, resolveReport, takeReport } from '#models/contract/reports';
import { ApiError, api } from '@/lib/api';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { mergeReport, refetchReports } from './reports.store';

type Action = InputOf<typeof resolveReport>['action'];
const doneTexts = { dismiss: 'reports.dismissed', remove: 'reports.removed', note: 'reports.noted' } as const;

/** Whether another moderator was first. */
const isStale = (error: unknown): boolean => error instanceof ApiError && [404, 409].includes(error.status);

/** Sends a decision on a report, and refetches the lists if another moderator decided first. Returns whether it succeeded. */
export function useDecide({ ID, reason }: Report) {
  const { t } = useTranslation('moderation');
  const { run, busyWith } = useAction(
    async ({ action, note, rule }: { action: Action; note: string; rule: ReportReason }) => {
      const isOther = action !== 'dismiss' && rule !== reason;
      const { data } = await api(resolveReport, { report_id: ID, action, note, ...(isOther && { reason: rule }) });
      toast('success', t(doneTexts[action]));
      mergeReport(data);
    },
    { onError: (error) => isStale(error) && refetchReports() },
  );
  return { decide: (action: Action, note = '', rule = reason) => run({ action, note, rule }), busy: busyWith?.action };
}

type AppealAction = InputOf<typeof resolveAppeal>['action'];

/** Decides the appeal of a report, and refetches the lists if another moderator decided first. */
export function useDecideAppeal({ ID }: Report) {
  const { t } = useTranslation('moderation');
  const { run, busyWith } = useAction(
    async ({ action, note }: { action: AppealAction; note: string }) => {
      const { data } = await api(resolveAppeal, { report_id: ID, action, note });
      toast('success', t('reports.appeal.decided'));
      mergeReport(data);
    },
    { onError: (error) => isStale(error) && refetchReports() },
  );
  return { decide: (action: AppealAction, note: string) => run({ action, note }), busy: busyWith?.action };
}

/** Takes a report or puts it back. */
export const useTake = ({ ID }: Report) =>
  useAction(async (taken: boolean) => mergeReport((await api(takeReport, { report_id: ID, taken })).data), {
    onError: (error) => isStale(error) && refetchReports(),
  });
