import { useEffect, useMemo, useState } from 'react';
import { dropDraft, readDraft, saveDraft } from './drafts';
import { useForm } from './use-form';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The fields whose values differ. */
const changesOf = <V extends object>(before: V, now: V): Partial<V> =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => !isSame(value, before[field as keyof V]))) as Partial<V>;

const isFile = (value: unknown): boolean => typeof value === 'string' && value.startsWith('data:');

/** Leaves out secret fields and chosen files. */
const omit = <V extends object>(values: Partial<V>, names: readonly (keyof V)[]): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !names.includes(field as keyof V) && !isFile(value))) as Partial<V>;

interface DraftOptions<V> {
  /** Fields that are never stored: passwords and agreements. */
  secret?: readonly (keyof V)[];
}

/**
 * A form whose changed fields outlive a reload, a crash and a wrong press. `restored`: it began with what was typed before;
 * `startOver` puts the first values back; `sent` forgets the draft, and keeps no other while the page goes on to what follows.
 */
export function useDraftedForm<V extends object>(name: string, blank: V, { secret = [] }: DraftOptions<V> = {}) {
  const [draft] = useState(() => omit(readDraft(name, blank), secret));
  const [first] = useState(blank);
  const [isRestored, setRestored] = useState(Object.keys(draft).length > 0);
  const [isSent, setSent] = useState(false);
  const form = useForm<V>({ ...first, ...draft });
  const { values, replace, fail } = form;
  const changes = useMemo(() => changesOf(first, values), [first, values]);
  const isDirty = Object.keys(changes).length > 0;
  const serialized = JSON.stringify(omit(changes, secret));
  useEffect(() => {
    if (!isSent) saveDraft(name, JSON.parse(serialized) as object);
  }, [name, serialized, isSent]);
  const startOver = (): void => {
    replace(first);
    fail({});
    setRestored(false);
    dropDraft(name);
  };
  const sent = (): void => {
    setSent(true);
    dropDraft(name);
  };
  return { ...form, changes, isDirty, isRestored: isRestored && isDirty, startOver, sent };
}
