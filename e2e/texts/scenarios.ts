import { accountScenarios } from './account.js';
import { doorsScenarios } from './doors.js';
import { eventScenarios } from './event.js';
import { eventsScenarios } from './events.js';
import { everywhereScenarios } from './everywhere.js';
import { helpScenarios } from './help.js';
import { joinRequestScenarios } from './join-requests.js';
import { peopleScenarios } from './people.js';
import { postsScenarios } from './posts.js';
import { runningScenarios } from './running-a-society.js';
import type { Scenario } from './scenario.js';
import { shellScenarios } from './shell.js';
import { membersScenarios } from './societies-members.js';
import { societyScenarios } from './society.js';

/** Every scenario, area by area. */
export const scenarios: Scenario[] = [
  ...everywhereScenarios,
  ...shellScenarios,
  ...postsScenarios,
  ...eventsScenarios,
  ...eventScenarios,
  ...doorsScenarios,
  ...accountScenarios,
  ...peopleScenarios,
  ...joinRequestScenarios,
  ...helpScenarios,
  ...societyScenarios,
  ...runningScenarios,
  ...membersScenarios,
];
