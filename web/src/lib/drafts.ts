import { useEffect, useMemo, useState } from 'react';
import { create } from 'zustand';
import { draftKey, readStored, type Values, writeStored } from './draft-storage';
import { onClear } from './entities';
import { useSession } from './session';
import { useForm } from './use-form';

/** What was typed since this page was loaded: it holds also where the browser keeps nothing for us. */
const useMemory = create<{ byKey: Readonly<Record<string, Values>> }>(() => ({ byKey: {} }));
onClear(() => useMemory.setState({ byKey: {} }));

const owner = (): string => useSession.getState().user?.ID ?? '';
const keyOf = (name: string, user = owner()): string => draftKey(user, name);

const known = (byKey: Readonly<Record<string, Values>>, key: string): Values | null => byKey[key] ?? readStored(key);

/** Keeps what somebody typed into a form; nothing is kept where there is nothing. */
export function keepDraft(name: string, values: object): void {
  const key = keyOf(name);
  const isEmpty = Object.keys(values).length === 0;
  const { [key]: _before, ...rest } = useMemory.getState().byKey;
  useMemory.setState({ byKey: isEmpty ? { ...rest, [key]: {} } : { ...rest, [key]: values as Values } });
  writeStored(key, isEmpty ? null : (values as Values));
}

/** It was sent, or is not wanted any more. */
export const dropDraft = (name: string): void => keepDraft(name, {});

/** Whether something was typed and not sent. */
export const hasDraft = (name: string): boolean => Object.keys(known(useMemory.getState().byKey, keyOf(name)) ?? {}).length > 0;

/** The same, for components. */
export function useHasDraft(name: string): boolean {
  const user = useSession((session) => session.user?.ID ?? '');
  return useMemory(({ byKey }) => Object.keys(known(byKey, keyOf(name, user)) ?? {}).length > 0);
}

const isLike = (value: unknown, blank: unknown): boolean =>
  Array.isArray(blank) ? Array.isArray(value) && value.every((each) => typeof each === 'string') : typeof value === typeof blank;

/** The fields of a form that this person had changed, as far as they still fit it. */
export function readDraft<V extends object>(name: string, blank: V): Partial<V> {
  const values = known(useMemory.getState().byKey, keyOf(name)) ?? {};
  const fitting = Object.entries(values).filter(([field, value]) => field in blank && isLike(value, blank[field as keyof V]));
  return Object.fromEntries(fitting) as Partial<V>;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The fields that differ. */
const changesOf = <V extends object>(before: V, now: V): Partial<V> =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => !isSame(value, before[field as keyof V]))) as Partial<V>;

const isFile = (value: unknown): boolean => typeof value === 'string' && value.startsWith('data:');

/** Without the fields that are never written down, and without chosen files. */
const leaveOut = <V extends object>(values: Partial<V>, names: readonly (keyof V)[]): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !names.includes(field as keyof V) && !isFile(value))) as Partial<V>;

interface DraftOptions<V> {
  /** Fields that are not kept: passwords and agreements. */
  secret?: readonly (keyof V)[];
}

/**
 * A form whose changed fields outlive a reload, a crash and a wrong press. `restored`: it began with what was typed before;
 * `startOver` puts the first values back; `sent` forgets the draft, and keeps no other while the page goes on to what follows.
 */
export function useDraftedForm<V extends object>(name: string, blank: V, { secret = [] }: DraftOptions<V> = {}) {
  const [draft] = useState(() => leaveOut(readDraft(name, blank), secret));
  const [first] = useState(blank);
  const [isRestored, setRestored] = useState(Object.keys(draft).length > 0);
  const [isSent, setSent] = useState(false);
  const form = useForm<V>({ ...first, ...draft });
  const { values, replace, fail } = form;
  const changes = useMemo(() => changesOf(first, values), [first, values]);
  const isDirty = Object.keys(changes).length > 0;
  const kept = JSON.stringify(leaveOut(changes, secret));
  useEffect(() => {
    if (!isSent) keepDraft(name, JSON.parse(kept) as object);
  }, [name, kept, isSent]);
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

const textOf = (values: Values | null): string => (typeof values?.text === 'string' ? values.text : '');

/** The text that is being written in one place, such as under a post. */
export function useDraftText(name: string): string {
  const user = useSession((session) => session.user?.ID ?? '');
  return useMemory(({ byKey }) => textOf(known(byKey, keyOf(name, user))));
}

export const readDraftText = (name: string): string => textOf(known(useMemory.getState().byKey, keyOf(name)));

export const writeDraftText = (name: string, text: string): void => keepDraft(name, text ? { text } : {});

/** What could not be sent comes back, before what was typed meanwhile. */
export function takeBackText(name: string, text: string): void {
  const typed = readDraftText(name);
  writeDraftText(name, typed ? `${text} ${typed}` : text);
}
