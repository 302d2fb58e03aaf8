import { societyNameKeys } from './0001-society-name-keys.js';
import { eventEnds } from './0002-event-ends.js';
import { firstReleaseFields } from './0003-first-release-fields.js';
import { dropReplacedIndexes } from './0004-drop-replaced-indexes.js';
import { answerClocks } from './0005-answer-clocks.js';
import { calendarKeys } from './0006-calendar-keys.js';
import { activeTimes } from './0007-active-times.js';
import { rolePeriods } from './0008-role-periods.js';
import type { Migration } from './migration.js';

/** Every migration, in the order in which they run. */
export const migrations: readonly Migration[] = [
  societyNameKeys,
  eventEnds,
  firstReleaseFields,
  dropReplacedIndexes,
  answerClocks,
  calendarKeys,
  activeTimes,
  rolePeriods,
];
