import type { Scenario } from './scenario.js';

export const eventsScenarios: Scenario[] = [];
