export interface MigrationContext {
  /** IANA name of the university's time zone. */
  timeZone: string;
}

/**
 * One numbered change of stored documents or indexes. `up` runs once in the life of a database, under a lock, after the indexes are
 * created. It must be safe to repeat, since a killed process leaves it half done, and must not break processes of the release
 * before, since those still run during a rolling update.
 */
export interface Migration {
  /** Four digits and a name: the order and the key of the record. Never changes once released. */
  id: string;
  /** Resolves with how many documents it changed. */
  up(context: MigrationContext): Promise<number>;
  /** Runs at each start after `up`: updates documents that a process of the release before has written since. */
  catchUp?(context: MigrationContext): Promise<number>;
}
