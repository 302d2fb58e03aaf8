import { afterAll, beforeAll, it } from 'vitest';
import { type Deployment, killRound, startDeployment } from '../testing/kill-rounds.js';

const rounds = 20;
const first = Date.now() % 1_000_000;

let town: Deployment;
beforeAll(async () => {
  town = await startDeployment();
});
afterAll(() => town.close());

it.each(Array.from({ length: rounds }, (_, n) => first + n))(
  'every process killed twice under writers, seed %i: nothing lost, nothing twice, all true within 15 s',
  (seed) => killRound(town, seed),
  240_000,
);
