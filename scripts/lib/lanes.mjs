import { collect } from './say.mjs';

/**
 * A step and where it runs. Steps of one `group`, which are neighbours, run side by side; of them those of one `lane` run one after
 * another. A step without a group runs alone.
 * @typedef {{ name: string, group?: string, lane?: string }} Placed
 */

/**
 * Splits steps into those that run side by side, in their order.
 * @template {Placed} S
 * @param {S[]} wanted
 */
function groupsOf(wanted) {
  /** @type {S[][]} */
  const groups = [];
  for (const step of wanted) {
    const last = groups.at(-1);
    if (last !== undefined && step.group !== undefined && last[0]?.group === step.group) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** @param {Placed} step */
const laneOf = ({ lane, name }) => lane ?? name;

/**
 * Splits the steps of a group into those that run one after another.
 * @template {Placed} S
 * @param {S[]} group
 */
function lanesOf(group) {
  const names = [...new Set(group.map(laneOf))];
  return names.map((name) => group.filter((step) => laneOf(step) === name));
}

/**
 * Runs steps: group after group, the lanes of a group side by side. A group's first lane prints as it goes, the others once it has
 * ended.
 * @template {Placed} S
 * @template T
 * @param {S[]} wanted
 * @param {(step: S) => Promise<T>} runStep
 * @returns {Promise<T[]>} what the steps gave, in their order
 */
export async function runInLanes(wanted, runStep) {
  /** @type {Map<S, T>} */
  const done = new Map();
  /** @param {S[]} lane */
  const runLane = async (lane) => {
    for (const step of lane) done.set(step, await runStep(step));
  };
  for (const group of groupsOf(wanted)) {
    const [first = [], ...others] = lanesOf(group);
    const beside = others.map((lane) => collect(() => runLane(lane)));
    await runLane(first);
    for (const { output } of await Promise.all(beside)) process.stdout.write(output);
  }
  return wanted.flatMap((step) => (done.has(step) ? [/** @type {T} */ (done.get(step))] : []));
}
