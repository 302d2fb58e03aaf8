import { afterAll, beforeAll, it } from 'vitest';
import { type Deployment, killRound, settledMs, startDeployment } from '../testing/kill-rounds.js';

const rounds = 20;
const first = Date.now() % 1_000_000;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startDeployment();
});
afterAll(() => deployment.close());

it.each(Array.from({ length: rounds }, (_, n) => first + n))(
  'every process killed twice under writers, seed %i: nothing lost or doubled, all consistent within 15 s',
  (seed) => killRound(deployment, { seed, killsEach: 2, withinMs: settledMs }),
  240_000,
);
