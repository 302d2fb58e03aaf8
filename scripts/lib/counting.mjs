/**
 * Result of one step. `why` explains a failure that is no failed test.
 * @typedef {{ passed: number, failed: number, why?: string }} Count
 */

/** @typedef {{ name: string, status: string, assertionResults: { status: string }[] }} VitestFile */
/** @typedef {{ testResults: VitestFile[] }} VitestReport */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} PlaywrightReport */

/**
 * A step that is one thing: it passed or it did not.
 * @param {number} code the exit status
 * @returns {Count}
 */
export function countOne(code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * A step that could not run.
 * @param {string} why
 * @returns {Count}
 */
export function couldNotRun(why) {
  return { passed: 0, failed: 1, why };
}

/**
 * The tests of a vitest run. A file that failed without a failed test (it did not load, a hook threw) is one more
 * failure; so is a project without a test, and a run that ended badly although no test failed (an unhandled error).
 * @param {VitestReport | undefined} report
 * @param {number} code
 * @param {Record<string, (file: string) => boolean>} projects which files belong to which project
 * @returns {Count}
 */
export function countVitest(report, code, projects) {
  if (report === undefined) return couldNotRun('vitest wrote no report');
  /** @param {string} status @param {VitestFile} file */
  const having = (status, file) => file.assertionResults.filter((test) => test.status === status).length;
  let [passed, failed] = [0, 0];
  const why = [];
  for (const file of report.testResults) {
    passed += having('passed', file);
    failed += having('failed', file);
    if (file.status !== 'failed' || having('failed', file) > 0) continue;
    failed += 1;
    why.push(`${file.name} failed outside its tests`);
  }
  for (const [project, owns] of Object.entries(projects)) {
    if (report.testResults.some((file) => owns(file.name) && file.assertionResults.length > 0)) continue;
    failed += 1;
    why.push(`the project ${project} has no tests`);
  }
  if (code !== 0 && failed === 0) {
    failed = 1;
    why.push(`vitest ended with ${code} although no test failed`);
  }
  return { passed, failed, ...(why.length > 0 ? { why: why.join('; ') } : {}) };
}

/**
 * The tests of a Playwright run, which has no retries: a flaky one is a failed one.
 * @param {PlaywrightReport | undefined} report
 * @param {number} code
 * @returns {Count}
 */
export function countPlaywright(report, code) {
  if (report === undefined) return couldNotRun('Playwright wrote no report');
  const { expected, unexpected, flaky } = report.stats;
  const failed = unexpected + flaky;
  if (expected + failed === 0) return couldNotRun(report.errors.length > 0 ? 'the journeys could not be loaded' : 'there are no journeys');
  if (failed === 0 && (code !== 0 || report.errors.length > 0)) {
    return { passed: expected, failed: 1, why: `Playwright ended with ${code} although no test failed` };
  }
  return { passed: expected, failed };
}

/**
 * The closing line, and the exit status: 1 unless something passed and nothing failed.
 * @param {Count[]} counts
 */
export function total(counts) {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  return { line: `${passed} passed, ${failed} failed`, code: failed === 0 && passed > 0 ? 0 : 1 };
}
