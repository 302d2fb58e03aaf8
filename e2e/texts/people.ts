import type { Scenario } from './scenario.js';

export const peopleScenarios: Scenario[] = [];
