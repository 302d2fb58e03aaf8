import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applyRoster, largestRoster, planRoster, type RosterPlan } from '#models/contract/roster';
import { confirm } from '@/components/confirm';
import { ApiError, api, fieldErrorsOf, hasCode } from '@/lib/api';
import { failureText, fieldText } from '@/lib/failures';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';

/** A file and what its import would change. */
interface CheckedFile {
  file: File;
  /** Whether people who are missing from the file have left. */
  confirmed: boolean;
  plan: RosterPlan;
}

type Choice = Pick<CheckedFile, 'file' | 'confirmed'>;

/** Largest files take a while to send and to import. */
const checkMs = 120_000;
const importMs = 600_000;

const fieldsOf = ({ file, confirmed }: Choice) => ({ confirm_missing: confirmed ? ('true' as const) : ('false' as const), roster: file });

/** A file that is no roster has its reason beside the button, and no toast. */
const isOfFile = (error: unknown): boolean => fieldErrorsOf(error).roster !== undefined || hasCode(error, 'too_large');

/** The check and the import of a file; each in one call. */
export function useRosterImport(onDone: () => void) {
  const { t } = useTranslation('roster');
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const [problem, setProblem] = useState('');
  const note = (error: unknown) => {
    if (!isOfFile(error)) return;
    const { roster } = fieldErrorsOf(error);
    setProblem(roster ? fieldText(roster) : failureText(error));
    setChecked(null);
  };
  const failing = { failure: (error: unknown) => (isOfFile(error) ? (false as const) : undefined), onError: note };
  const check = useAction(async (choice: Choice) => {
    setProblem('');
    if (choice.file.size > largestRoster) throw new ApiError(413, 'too_large', '');
    const { data: plan } = await api(planRoster, fieldsOf(choice), { timeout: checkMs });
    setChecked({ ...choice, plan });
  }, failing);
  const apply = useAction(
    async ({ plan, ...choice }: CheckedFile) => {
      await api(applyRoster, { plan: plan.Plan, ...fieldsOf(choice) }, { timeout: importMs });
      toast('success', t('done'));
      setChecked(null);
      onDone();
    },
    {
      ...failing,
      // The plan that is shown no longer fits: show the one that does.
      onError: (error) => (hasCode(error, 'roster_changed') && checked ? check.run(checked) : note(error)),
    },
  );
  const ask = async (file: CheckedFile): Promise<void> => {
    const leaving = file.plan.Counts.Gone;
    const question = { title: t('question'), text: t('questionText', { count: leaving }), action: t('apply') };
    if (leaving === 0 || (await confirm(question))) await apply.run(file);
  };
  return { checked, problem, check, isApplying: apply.isBusy, apply: ask } as const;
}
