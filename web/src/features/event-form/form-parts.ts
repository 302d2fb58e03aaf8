import { fieldText } from '@/lib/failures';
import type { useForm } from '@/lib/use-form';
import type { EventValues } from './event-values';

export type EventForm = ReturnType<typeof useForm<EventValues>>;
type TextName = { [K in keyof EventValues]: EventValues[K] extends string ? K : never }[keyof EventValues];

/** The text of a field's error in the reader's language, if it has one. */
export const errorOf = ({ errors }: EventForm, name: keyof EventValues): string | undefined => {
  const error = errors[name];
  return error ? fieldText(error) : undefined;
};

/** What the text fields have in common. */
export const fieldOf = (form: EventForm, name: TextName) => ({
  name,
  value: form.values[name],
  error: errorOf(form, name),
  onChange: (event: { currentTarget: { value: string } }) => form.set(name, event.currentTarget.value),
});

/** What people write goes in its own direction; an empty field keeps the page's. */
export const written = (text: string) => ({ dir: text ? 'auto' : undefined });
