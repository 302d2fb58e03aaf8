import { maskedPerson } from '#models/contract/masked';
import type { Notification, NotificationType } from '#models/contract/notifications';
import { type Id, toId } from './model.js';
import { type NotificationDoc, newestActors } from './notifications.js';
import { type PersonDoc, personImage, personName } from './users.js';

type Naming = Pick<NotificationDoc, 'type' | 'actors' | 'params'>;

/** Params that store the id of a person beside the actors, each with the variable of the texts that has the name. */
const ofEnding = { holder: 'name', successor: 'successor' } as const;
const personParams: Partial<Record<NotificationType, Readonly<Record<string, string>>>> = {
  role_ending: ofEnding,
  member_role_ending: ofEnding,
};

/** People whom a notification's texts name: its newest actors, and those of its params. */
export function peopleIn(doc: Naming): Id[] {
  const stored = Object.keys(personParams[doc.type] ?? {}).flatMap((param) => doc.params?.[param] ?? []);
  return [...newestActors(doc), ...stored.map(toId)];
}

/** Params of the texts: with names in place of ids. */
function textParams({ type, params = {} }: Pick<Naming, 'type' | 'params'>, nameOf: (user: Id) => string): Record<string, string> {
  const variables = personParams[type];
  if (!variables) return params;
  return Object.fromEntries(
    Object.entries(params).map(([param, value]) => {
      const variable = variables[param];
      return variable ? [variable, nameOf(toId(value))] : [param, value];
    }),
  );
}

/** Actors and params of a notification's texts; whom the reader may not be shown has the name `masked`. */
export function namedParts(
  doc: Naming,
  people: ReadonlyMap<string, PersonDoc>,
  mayName: (user: Id) => boolean,
  masked: string = maskedPerson.Name,
): { actors: Notification['actors']; params: Record<string, string> } {
  const personOf = (id: Id): Notification['actors'][number] => {
    if (!mayName(id)) return { ...maskedPerson, Name: masked };
    const person = people.get(String(id));
    return { ID: String(id), Name: personName(person), Image: personImage(person) };
  };
  return { actors: newestActors(doc).map(personOf), params: textParams(doc, (id) => personOf(id).Name) };
}
