import type { Scenario } from './scenario.js';

export const helpScenarios: Scenario[] = [];
