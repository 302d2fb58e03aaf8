/** A thing whose name or picture other entities show. */
export interface Referred {
  ID: string;
}

/** Reads referred things; implemented by an entity store. */
export interface ReferredStore<R extends Referred> {
  confirmed(id: string): R | undefined;
  changedAt(id: string): number;
  onChange(listener: (ids: readonly string[]) => void): void;
}

/** Declares that an entity shows fields of another one, so that a change of it is applied to both. */
export interface EntityRef<T> {
  store: ReferredStore<Referred>;
  idsOf(entity: T): readonly string[];
  /** The entity with the current fields of what it refers to; the same object if they are equal. */
  apply(entity: T, referred: Referred): T;
}

/** Fields of `T` by the fields of the referred thing that they show. */
type ShownFields<T, R> = { readonly [field in keyof R & string]?: keyof T & string };

/** Copies shown fields; returns the same object if they are equal. */
function copyFields<T extends object, R extends Referred>(entity: T, from: R, fields: ShownFields<T, R>): T {
  const shown = Object.entries(fields).map(([field, to]) => [to as string, from[field as keyof R]] as const);
  const isEqual = shown.every(([to, value]) => value === undefined || entity[to as keyof T] === value);
  return isEqual ? entity : { ...entity, ...Object.fromEntries(shown.filter(([, value]) => value !== undefined)) };
}

/**
 * A reference by one id.
 * @param id the field with the id of the referred thing, or a function of the entity
 * @param fields the fields that show it, by its own fields
 */
export const refBy = <T extends object, R extends Referred>(
  store: ReferredStore<R>,
  id: (keyof T & string) | ((entity: T) => string),
  fields: ShownFields<T, R>,
): EntityRef<T> => {
  const idOf = (entity: T): string => (typeof id === 'function' ? id(entity) : String(entity[id]));
  return {
    store: store as unknown as ReferredStore<Referred>,
    idsOf: (entity) => [idOf(entity)],
    apply: (entity, referred) => (idOf(entity) === referred.ID ? copyFields(entity, referred as R, fields) : entity),
  };
};

/**
 * References in a list inside an entity, such as the actors of a notification.
 * @param list the field with the list, whose items have the id as `ID`
 */
export const refsIn = <T extends object, R extends Referred, I extends { ID: string }>(
  store: ReferredStore<R>,
  list: keyof T & string,
  fields: ShownFields<I, R>,
): EntityRef<T> => {
  const itemsOf = (entity: T) => entity[list] as readonly I[];
  return {
    store: store as unknown as ReferredStore<Referred>,
    idsOf: (entity) => itemsOf(entity).map(({ ID }) => ID),
    apply: (entity, referred) => {
      const before = itemsOf(entity);
      const after = before.map((item) => (item.ID === referred.ID ? copyFields(item, referred as R, fields) : item));
      return after.every((item, i) => item === before[i]) ? entity : { ...entity, [list]: after };
    },
  };
};
