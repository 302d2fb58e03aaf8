import { useEffect, useRef, useState } from 'react';
import { useTakenOver } from './use-taken-over';

export type FormErrors<V> = Partial<Record<keyof V & string, string>>;

/**
 * Values and field errors of a form. Editing a field clears its error and calls `onEdit`; `fail` focuses the first field with an
 * error; `replace` sets all values; `isReadOnly` until a rendered page is taken over.
 */
export function useForm<V extends object>(initial: V, onEdit?: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors<V>>({});
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], input[data-invalid="true"]')?.focus();
  }, [attempt]);

  const set = <K extends keyof V & string>(name: K, value: V[K]): void => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _cleared, ...rest }) => rest as FormErrors<V>);
    onEdit?.();
  };
  /** Shows errors; returns whether there were any. */
  const fail = (found: FormErrors<V>): boolean => {
    const any = Object.keys(found).length > 0;
    setErrors(found);
    if (any) setAttempt((count) => count + 1);
    return any;
  };
  return { form, values, errors, set, fail, replace: setValues, isReadOnly: !useTakenOver() };
}
