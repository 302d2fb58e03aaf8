import { Refusal } from './say.mjs';

/**
 * Whether this version of Node runs every pinned package: ^20.19, ^22.13 or >= 24.
 * @param {string} version such as `20.19.0`
 */
export function isNodeSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24;
}

export function checkNode() {
  const { node } = process.versions;
  if (!isNodeSupported(node)) throw new Refusal(`Nadi needs Node 20.19 or later, 22.13 or later, or 24 and later; this is Node ${node}.`);
}
