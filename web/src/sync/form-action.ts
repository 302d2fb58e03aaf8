import type { FormEvent } from 'react';
import { fieldErrorsOf } from '@/lib/api-error';
import type { FormErrors } from '@/lib/use-form';
import { type ActionOptions, useAction } from './mutations';

interface FormActionOptions<V> extends ActionOptions {
  /** Errors by field; nothing is sent while there are any. */
  validate?: (values: V) => FormErrors<V>;
  /** Field errors of a failure; those of the answer by default. */
  errorsOf?: (error: unknown) => FormErrors<V>;
}

/** The part of a form that its action uses. */
interface ActionForm<V> {
  values: V;
  /** Shows field errors; returns whether there were any. */
  fail: (errors: FormErrors<V>) => boolean;
}

/** `useAction` for a form: validates before it runs, and shows the field errors of a failure. */
export function useFormAction<V extends object>(
  { values, fail }: ActionForm<V>,
  work: (values: V) => Promise<unknown>,
  { validate = () => ({}), errorsOf = fieldErrorsOf as (error: unknown) => FormErrors<V>, onError, ...rest }: FormActionOptions<V> = {},
) {
  const showErrors = (error: unknown): void => {
    fail(errorsOf(error));
    onError?.(error);
  };
  const { run, isBusy } = useAction(work, { ...rest, onError: showErrors });
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (!isBusy && !fail(validate(values))) void run(values);
  };
  return { submit, isBusy };
}
