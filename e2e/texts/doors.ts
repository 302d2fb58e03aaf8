import type { Scenario } from './scenario.js';

export const doorsScenarios: Scenario[] = [];
