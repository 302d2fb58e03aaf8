/** @typedef {{ passed: number, failed: number }} Tally */
/**
 * Result of one step. `passed` and `failed` count written tests, `generated` the cells of tables and generators, `repeated` tests
 * that ran again under faults. `why` explains a failure that is no failed test.
 * @typedef {Tally & { generated?: Tally, repeated?: Tally, why?: string }} Count
 */

/** The tag of tests that a table or a generator makes, in Vitest and (as `@generated`) in Playwright. */
const generatedTag = 'generated';

/** @typedef {{ status: string, tags?: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ testResults: VitestFile[] }} VitestReport */
/** @typedef {{ tags: string[], tests: { status: string }[] }} PlaywrightSpec */
/** @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */
/**
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[], suites?: PlaywrightSuite[] }} PlaywrightReport
 */

/**
 * A step that is one thing: it passed or it did not.
 * @param {number} code the exit status
 * @returns {Count}
 */
export function countOne(code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Tests that count as one thing: it passed if all of them did.
 * @param {Count} count
 * @returns {Count}
 */
export function asOne({ failed, generated, why }) {
  return { ...countOne(failed + (generated?.failed ?? 0)), ...(why === undefined ? {} : { why }) };
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
  /** @param {string} status @param {boolean} isGenerated @param {VitestTest[]} tests */
  const having = (status, isGenerated, tests) =>
    tests.filter((test) => test.status === status && (test.tags?.includes(generatedTag) ?? false) === isGenerated).length;
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = having('passed', false, all);
  let failed = having('failed', false, all);
  const generated = { passed: having('passed', true, all), failed: having('failed', true, all) };
  const why = [];
  for (const file of report.testResults) {
    if (file.status !== 'failed' || file.assertionResults.some(({ status }) => status === 'failed')) continue;
    failed += 1;
    why.push(`${file.name} failed outside its tests`);
  }
  for (const [project, owns] of Object.entries(projects)) {
    if (report.testResults.some((file) => owns(file.name) && file.assertionResults.length > 0)) continue;
    failed += 1;
    why.push(`the project ${project} has no tests`);
  }
  if (code !== 0 && failed + generated.failed === 0) {
    failed = 1;
    why.push(`vitest ended with ${code} although no test failed`);
  }
  return { passed, failed, ...withGenerated(generated), ...(why.length > 0 ? { why: why.join('; ') } : {}) };
}

/** @param {Tally} generated */
function withGenerated(generated) {
  return generated.passed + generated.failed > 0 ? { generated } : {};
}

/**
 * @param {PlaywrightSuite[]} suites
 * @returns {PlaywrightSpec[]}
 */
function specsIn(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsIn(inner)]);
}

/**
 * Counts a step whose tests ran before, in another step.
 * @param {Count} count
 * @returns {Count}
 */
export function asRepeated({ passed, failed, generated, ...rest }) {
  return {
    ...rest,
    passed: 0,
    failed: 0,
    repeated: { passed: passed + (generated?.passed ?? 0), failed: failed + (generated?.failed ?? 0) },
  };
}

/**
 * The tests of a Playwright run. A flaky one failed, and passed when it ran again on a fresh app: it counts as passed, and is named.
 * @param {PlaywrightReport | undefined} report
 * @param {number} code
 * @returns {Count}
 */
export function countPlaywright(report, code) {
  if (report === undefined) return couldNotRun('Playwright wrote no report');
  const { expected, unexpected, flaky } = report.stats;
  const flakyTests = flaky === 0 ? {} : { why: `flaky: ${flaky}` };
  const cells = specsIn(report.suites ?? [])
    .filter(({ tags }) => tags.includes(generatedTag))
    .flatMap(({ tests }) => tests.map(({ status }) => status));
  const generated = {
    passed: cells.filter((status) => status === 'expected' || status === 'flaky').length,
    failed: cells.filter((status) => status === 'unexpected').length,
  };
  const [passed, failed] = [expected + flaky - generated.passed, unexpected - generated.failed];
  const written = { passed, failed, ...withGenerated(generated), ...flakyTests };
  if (expected + flaky + unexpected === 0)
    return couldNotRun(report.errors.length > 0 ? 'the journeys could not be loaded' : 'there are no journeys');
  if (unexpected === 0 && (code !== 0 || report.errors.length > 0)) {
    return { ...written, failed: 1, why: `Playwright ended with ${code} although no test failed` };
  }
  return written;
}

/**
 * @param {(Tally | undefined)[]} tallies
 * @returns {Tally}
 */
function sum(tallies) {
  return tallies.reduce(
    (/** @type {Tally} */ all, one) => ({ passed: all.passed + (one?.passed ?? 0), failed: all.failed + (one?.failed ?? 0) }),
    { passed: 0, failed: 0 },
  );
}

/**
 * The closing lines, and the exit status: 1 unless something passed and nothing failed. The last line counts written tests, and
 * every failure there is.
 * @param {Count[]} counts
 */
export function total(counts) {
  const [written, generated, repeated] = [
    sum(counts),
    sum(counts.map((count) => count.generated)),
    sum(counts.map((count) => count.repeated)),
  ];
  const failed = written.failed + generated.failed + repeated.failed;
  const lines = [];
  for (const [name, { passed, failed: broken }] of Object.entries({ 'generated cells': generated, 'repeated under faults': repeated }))
    if (passed + broken > 0) lines.push(`${name}: ${passed} passed, ${broken} failed`);
  lines.push(`${written.passed} passed, ${failed} failed`);
  const passed = written.passed + generated.passed + repeated.passed;
  return { lines, code: failed === 0 && passed > 0 ? 0 : 1 };
}
