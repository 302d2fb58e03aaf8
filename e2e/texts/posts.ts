import type { Scenario } from './scenario.js';

export const postsScenarios: Scenario[] = [];
