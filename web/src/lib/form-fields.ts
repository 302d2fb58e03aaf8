import { safeParse } from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { fieldText } from './failures';
import type { useForm } from './use-form';

/** The part of a form that its fields use. */
export type Fields<V extends object> = Pick<ReturnType<typeof useForm<V>>, 'values' | 'errors' | 'set'>;

/** The names of values whose type is `string`, not a union of literals. */
type TextName<V> = { [K in keyof V & string]: string extends V[K] ? K : never }[keyof V & string];
/** The names of values that are on or off. */
export type FlagName<V> = { [K in keyof V & string]: boolean extends V[K] ? K : never }[keyof V & string];

/** A field's error text in the reader's language, if any. */
export const errorOf = <V extends object>({ errors }: Fields<V>, name: keyof V & string): string | undefined => {
  const error = errors[name];
  return error ? fieldText(error) : undefined;
};

/** The first issue that a rule of the contract finds in a value. */
export const faultOf = (rule: $ZodType, value: unknown): string | undefined => safeParse(rule, value).error?.issues[0]?.message;

/** Props shared by all text fields. */
export const fieldOf = <V extends object>(form: Fields<V>, name: TextName<V>) => ({
  name,
  value: form.values[name],
  error: errorOf(form, name),
  onChange: (event: { currentTarget: { value: string } }) => form.set(name, event.currentTarget.value as V[TextName<V>]),
});

/** Props shared by all checkboxes and switches. */
export const flagOf = <V extends object>(form: Fields<V>, name: FlagName<V>) => ({
  name,
  checked: form.values[name] as boolean,
  onChange: (event: { currentTarget: { checked: boolean } }) => form.set(name, event.currentTarget.checked as V[FlagName<V>]),
});

/** Props of the field for a form's picture. */
export const pictureOf = <V extends { image: string }>(form: Fields<V>) => ({
  value: form.values.image,
  error: errorOf(form, 'image'),
  onChange: (image: string) => form.set('image', image as V['image']),
});

/** Text direction of user input: its own, or the page's while empty. */
export const written = (text: string) => ({ dir: text ? 'auto' : undefined });

/** Mantine's input order with the help text below the field. */
export const helpBelow: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];
