import { useEffect, useMemo, useState } from 'react';
import type { Society } from '#models/contract/societies';
import { readDraft, saveDraft } from '@/lib/drafts';
import { useForm } from '@/lib/use-form';
import { changesOf } from '../form/changes';
import { type SocietyValues, valuesOf } from '../form/society-values';
import type { Changes } from './settings-values';

const draftKey = (societyId: string): string => `society:${societyId}`;
const hasAny = (changes: Changes): boolean => Object.keys(changes).length > 0;

/**
 * Form state of the settings: own changes stay, other fields follow what other admins save meanwhile. Only changes are sent, so
 * both survive. `isBusy`: own changes are being saved.
 */
export function useSettingsForm(society: Society, isBusy: boolean) {
  const [base, setBase] = useState(() => valuesOf(society));
  const [draft] = useState(() => readDraft(draftKey(society.ID), base));
  const [isRestored, setRestored] = useState(hasAny(draft));
  const form = useForm<SocietyValues>({ ...base, ...draft });
  const [isChangedByOthers, setChangedByOthers] = useState(false);
  const { values, replace, fail } = form;
  const changes = useMemo(() => changesOf(base, values), [base, values]);
  const isDirty = hasAny(changes);

  useEffect(() => {
    if (isBusy) return;
    const saved = valuesOf(society, base);
    const remoteChanges = changesOf(base, saved);
    if (!hasAny(remoteChanges)) return;
    const merged = { ...saved, ...changesOf(base, values) };
    setBase(saved);
    replace(merged);
    const isVisibleChange = hasAny(changesOf(values, { ...values, ...remoteChanges }));
    setChangedByOthers((was) => hasAny(changesOf(saved, merged)) && (was || isVisibleChange));
  }, [society, isBusy, base, values, replace]);

  useEffect(() => saveDraft(draftKey(society.ID), changes), [society.ID, changes]);

  const reset = (): void => {
    replace(base);
    fail({});
    setChangedByOthers(false);
    setRestored(false);
  };
  return { ...form, base, changes, isDirty, isRestored: isRestored && isDirty, isChangedByOthers: isChangedByOthers && isDirty, reset };
}
