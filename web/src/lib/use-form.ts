import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isTakingOver } from './rendered-view';

export type FormErrors<V> = Partial<Record<keyof V & string, string>>;

const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && /^(text|email|password|search|tel|url)$/.test(field.type));

/** The texts in a form's fields that differ from its values: typed before the app took the rendered page over. */
function typedInto<V extends object>(form: HTMLFormElement | null, values: V): Partial<V> {
  const fields = isTakingOver() ? [...(form?.elements ?? [])].filter(isText) : [];
  const typed = fields.filter(({ name, value }) => name in values && values[name as keyof V] !== value);
  return Object.fromEntries(typed.map(({ name, value }) => [name, value])) as Partial<V>;
}

/**
 * Values and field errors of a form. Editing a field clears its error and calls `onEdit`; `fail` focuses the first field with an
 * error; `replace` sets all values.
 */
export function useForm<V extends object>(initial: V, onEdit?: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors<V>>({});
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is in the fields when the page is taken over.
  useLayoutEffect(() => {
    const typed = typedInto(form.current, values);
    if (Object.keys(typed).length > 0) setValues((before) => ({ ...before, ...typed }));
  }, []);
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
  return { form, values, errors, set, fail, replace: setValues };
}
