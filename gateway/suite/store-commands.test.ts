import mongoose from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getAttendees } from '#models/contract/check-in';
import type { Call } from '#models/contract/define';
import { calls } from '#models/contract/index';
import { getUserInfo } from '#models/contract/users';
import { Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';
import { buildAttendance, buildEvent, buildFollow, buildMembership, buildOldMember, buildUser, somePoll } from '#models/testing/builders';
import { demoAccounts, demoSocieties, loadDemo } from '#models/testing/demo';
import { readPermissions } from '../testing/permission-table.js';
import { buildScenarioIn, type Role, roles, type SocietyScenario } from '../testing/scenario.js';
import { validInput } from '../testing/valid-inputs.js';

/** Most commands of a read beside those that identify the caller. */
const mostCommands = 4;

/** Reads that need more, each with its number. */
const exceptions: Record<string, number> = {
  exportData: 48,
  // One for who of the admins can sign in.
  getDemotions: 5,
  // Three unless the society's only admin is away.
  getClaimState: 5,
  // Reports read each of their kinds of things once.
  exportAttendees: 5,
  exportParticipation: 6,
  exportSocietyReport: 8,
  exportSocietyReportTable: 8,
  exportUniversityReport: 8,
  exportUniversityReportTable: 8,
  // Follows are read to judge the profile, and for the faces of an event.
  getEventsAttendedByUser: 5,
  // One for the votes of a page with a poll.
  getPostsBySociety: 5,
  getPostsByUser: 5,
  searchAll: 5,
};

const test = setUpTestApp({ monitorCommands: true });
const sent: string[] = [];
let demo: SocietyScenario;

const accountOf = async ({ email }: { email: string }): Promise<UserDoc> => Users.findOne({ emailFolded: email }).lean().orFail();

/** The small demo's people and things in the places of the scenario. */
async function buildDemoScenario(): Promise<SocietyScenario> {
  const society = await Societies.findById(demoSocieties.asked.id).lean().orFail();
  const scenario = await buildScenarioIn(test, society);
  const member = await accountOf(demoAccounts.member);
  await buildMembership({ society, user: member });
  await buildOldMember(scenario.abandoned, member);
  const post = await Posts.findOne({ society: society._id, removedAt: null }).sort({ comments: -1 }).lean().orFail();
  await Posts.updateOne({ _id: post._id }, { $set: { poll: somePoll() } });
  for (const user of [member, scenario.plainMember]) await buildAttendance({ event: scenario.event, user });
  await buildFollow({ from: member, to: scenario.plainMember });
  const people = { ...scenario.people, member };
  return { ...scenario, people, tokens: { ...scenario.tokens, member: await test.tokenFor(member) }, post };
}

beforeAll(async () => {
  await loadDemo({ scale: 'small' });
  demo = await buildDemoScenario();
  mongoose.connection.getClient().on('commandStarted', ({ commandName, command }) => {
    sent.push(`${commandName} ${command[commandName]}`);
  });
}, 60_000);

const permissions = readPermissions();
const callers: readonly Role[] = ['member', 'admin', 'platform admin', ...roles];
const callerOf = (call: Call): Role => {
  const row = permissions.rows.find(({ call: name, of }) => name === call.name && of.includes('public'));
  return callers.find((role) => row?.expected[roles.indexOf(role)] === call.status) ?? 'visitor';
};

/** The commands that a call needs: the first time that it needs no more than it may, or the fewest of some times. */
async function commandsOf(call: Call, most: number): Promise<string[]> {
  const role = callerOf(call);
  const token = role === 'visitor' || call.auth === 'none' ? undefined : demo.tokens[role];
  const input = validInput(call.name, demo, role);
  let fewest: string[] | undefined;
  for (let tries = 0; tries < 5 && (fewest?.length ?? Number.POSITIVE_INFINITY) > most; tries++) {
    // Others have just read the same.
    await test.call(call, input, demo.tokens[role === 'member' ? 'moderator' : 'admin']);
    if (token !== undefined) await test.call(getUserInfo, {}, token);
    const before = sent.length;
    expect((await test.call(call, input, token)).status).toBe(call.status);
    const commands = sent.slice(before);
    if (!fewest || commands.length < fewest.length) fewest = commands;
  }
  return fewest ?? [];
}

const reads = calls.filter(({ method, rate }) => method === 'GET' && rate !== 'signIn');

describe(`a read sends at most ${mostCommands} commands beside those that identify the caller`, () => {
  it('an exception is a read that needs more', () => {
    const names = reads.map(({ name }) => name);
    expect(Object.entries(exceptions).filter(([name, count]) => !names.includes(name) || count <= mostCommands)).toEqual([]);
  });

  it.each(reads.map((call) => [call.name, call] as const))('%s', { tags: ['generated'] }, async (name, call) => {
    const most = exceptions[name] ?? mostCommands;
    const commands = await commandsOf(call, most);
    expect(commands.length, commands.join('; ')).toBeLessThanOrEqual(most);
  });

  it('a page of a waiting list too, however many wait', async () => {
    const event = await buildEvent({ society: demo.society });
    for (let n = 0; n < 8; n++) await buildAttendance({ event, user: await buildUser(), state: 'waiting', at: new Date(1e12 + n) });
    const read = () => test.call(getAttendees, { event_id: String(event._id), state: 'waiting' }, demo.tokens.admin);
    await read();
    const before = sent.length;
    expect((await read()).data.map(({ waiting_position }) => waiting_position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const commands = sent.slice(before);
    expect(commands.length, commands.join('; ')).toBeLessThanOrEqual(mostCommands);
  });
});
