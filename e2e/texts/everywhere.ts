import type { Scenario } from './scenario.js';

/** What may show on any screen. */
export const everywhereScenarios: Scenario[] = [];
