import { safeParse } from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { fieldText } from './failures';
import type { useForm } from './use-form';

/** As much of a form as its fields need. */
export type Fields<V extends object> = Pick<ReturnType<typeof useForm<V>>, 'values' | 'errors' | 'set'>;

/** The names of the values that any text will do for. */
type TextName<V> = { [K in keyof V & string]: string extends V[K] ? K : never }[keyof V & string];

/** The text of a field's error in the reader's language, if it has one. */
export const errorOf = <V extends object>({ errors }: Fields<V>, name: keyof V & string): string | undefined => {
  const error = errors[name];
  return error ? fieldText(error) : undefined;
};

/** What a rule of the contract finds wrong with a value: the first that it says. */
export const faultOf = (rule: $ZodType, value: unknown): string | undefined => safeParse(rule, value).error?.issues[0]?.message;

/** What the text fields have in common. */
export const fieldOf = <V extends object>(form: Fields<V>, name: TextName<V>) => ({
  name,
  value: form.values[name],
  error: errorOf(form, name),
  onChange: (event: { currentTarget: { value: string } }) => form.set(name, event.currentTarget.value as V[TextName<V>]),
});

/** What people write goes in its own direction; an empty field keeps the page's. */
export const written = (text: string) => ({ dir: text ? 'auto' : undefined });

/** Help stands under its field. */
export const helpBelow: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];
