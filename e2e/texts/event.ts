import type { Scenario } from './scenario.js';

export const eventScenarios: Scenario[] = [];
