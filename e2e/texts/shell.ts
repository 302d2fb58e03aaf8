import type { Scenario } from './scenario.js';

export const shellScenarios: Scenario[] = [];
