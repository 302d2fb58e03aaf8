import { create } from 'zustand';
import { draftKey } from './draft-keys';
import { readStored, type Values, writeStored } from './draft-storage';
import { useSession } from './session';
import { onUserChange } from './user-change';

/** Drafts of this page load; they also work when the browser forbids storage. */
const useMemory = create<{ byKey: Readonly<Record<string, Values>> }>(() => ({ byKey: {} }));
onUserChange(() => useMemory.setState({ byKey: {} }));

const owner = (): string => useSession.getState().user?.ID ?? '';
const keyOf = (name: string, user = owner()): string => draftKey(user, name);

const draftOf = (byKey: Readonly<Record<string, Values>>, key: string): Values | null => byKey[key] ?? readStored(key);

/** Saves a form's typed values as a draft; empty values delete it. */
export function saveDraft(name: string, values: object): void {
  const key = keyOf(name);
  const isEmpty = Object.keys(values).length === 0;
  const { [key]: _before, ...rest } = useMemory.getState().byKey;
  useMemory.setState({ byKey: isEmpty ? { ...rest, [key]: {} } : { ...rest, [key]: values as Values } });
  writeStored(key, isEmpty ? null : (values as Values));
}

/** Deletes a draft that was sent or discarded. */
export const dropDraft = (name: string): void => saveDraft(name, {});

/** Whether an unsent draft exists. */
export const hasDraft = (name: string): boolean => Object.keys(draftOf(useMemory.getState().byKey, keyOf(name)) ?? {}).length > 0;

/** `hasDraft` as a hook. */
export function useHasDraft(name: string): boolean {
  const user = useSession((session) => session.user?.ID ?? '');
  return useMemory(({ byKey }) => Object.keys(draftOf(byKey, keyOf(name, user)) ?? {}).length > 0);
}

const isSameType = (value: unknown, blank: unknown): boolean =>
  Array.isArray(blank) ? Array.isArray(value) && value.every((each) => typeof each === 'string') : typeof value === typeof blank;

/** The drafted fields that still exist in the form with the same type. */
export function readDraft<V extends object>(name: string, blank: V): Partial<V> {
  const values = draftOf(useMemory.getState().byKey, keyOf(name)) ?? {};
  const fitting = Object.entries(values).filter(([field, value]) => field in blank && isSameType(value, blank[field as keyof V]));
  return Object.fromEntries(fitting) as Partial<V>;
}

const textOf = (values: Values | null): string => (typeof values?.text === 'string' ? values.text : '');

/** The drafted text of a single field, such as the comment under a post. */
export function useDraftText(name: string): string {
  const user = useSession((session) => session.user?.ID ?? '');
  return useMemory(({ byKey }) => textOf(draftOf(byKey, keyOf(name, user))));
}

export const readDraftText = (name: string): string => textOf(draftOf(useMemory.getState().byKey, keyOf(name)));

export const writeDraftText = (name: string, text: string): void => saveDraft(name, text ? { text } : {});

/** Returns a text that could not be sent to its field, before text typed since. */
export function prependDraftText(name: string, text: string): void {
  const typed = readDraftText(name);
  writeDraftText(name, typed ? `${text} ${typed}` : text);
}
