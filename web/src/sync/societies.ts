import { societyUpdated } from '#models/contract/society-settings';
import { on, registerEffects } from './effects';
import { createEntities } from './entities';
import { type Ref, type ReferredStore, refBy } from './refs';

interface SocietyName {
  ID: string;
  Name: string;
  Category: string;
  version: number;
}

/** Names and categories of societies that changed since the page was loaded. */
const names = createEntities<SocietyName>({});

/** An entity's reference to a society: the field with the id, and the fields that show its name and category. */
export const societyRef = <T extends object>(
  id: keyof T & string,
  fields: { Name?: keyof T & string; Category?: keyof T & string },
): Ref<T> => refBy<T, SocietyName>(names as ReferredStore<SocietyName>, id, fields);

registerEffects('society-names', [
  on(societyUpdated, ({ ID, Name, Category, version }) => void names.merge([{ ID, Name, Category, version }])),
]);
