import { useEffect, useMemo, useState } from 'react';
import type { Society } from '#models/contract/societies';
import { readDraft, saveDraft } from '@/lib/drafts';
import { useForm } from '@/lib/use-form';
import { changesOf } from '../form/changes';
import { type SocietyValues, valuesOf } from '../form/society-values';
import type { Changes } from './settings-values';

const draftOf = (societyId: string): string => `society:${societyId}`;
const hasAny = (changes: Changes): boolean => Object.keys(changes).length > 0;

/**
 * The settings of a society while they are edited: what one has changed stays, everything else follows what others save
 * meanwhile. Since only changes are sent, both survive. `isBusy`: one's own are being saved.
 */
export function useSettingsForm(society: Society, isBusy: boolean) {
  const [base, setBase] = useState(() => valuesOf(society));
  const [draft] = useState(() => readDraft(draftOf(society.ID), base));
  const [isRestored, setRestored] = useState(hasAny(draft));
  const form = useForm<SocietyValues>({ ...base, ...draft });
  const [isChangedByOthers, setChangedByOthers] = useState(false);
  const { values, replace, fail } = form;
  const changes = useMemo(() => changesOf(base, values), [base, values]);
  const isDirty = hasAny(changes);

  useEffect(() => {
    if (isBusy) return;
    const theirs = valuesOf(society, base);
    const news = changesOf(base, theirs);
    if (!hasAny(news)) return;
    const mine = { ...theirs, ...changesOf(base, values) };
    setBase(theirs);
    replace(mine);
    const isNews = hasAny(changesOf(values, { ...values, ...news }));
    setChangedByOthers((was) => hasAny(changesOf(theirs, mine)) && (was || isNews));
  }, [society, isBusy, base, values, replace]);

  useEffect(() => saveDraft(draftOf(society.ID), changes), [society.ID, changes]);

  const reset = (): void => {
    replace(base);
    fail({});
    setChangedByOthers(false);
    setRestored(false);
  };
  return { ...form, base, changes, isDirty, isRestored: isRestored && isDirty, isChangedByOthers: isChangedByOthers && isDirty, reset };
}
