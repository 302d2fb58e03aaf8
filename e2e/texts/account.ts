import type { Scenario } from './scenario.js';

export const accountScenarios: Scenario[] = [];
