import type { FastifyRequest } from 'fastify';
import { auditPlace } from '#gateway/plugins/audit';
import { deviceOf } from '#gateway/plugins/context';
import { deleteEntry, provisionEntries, takenField, type WantedEntry, withRoster } from '#models/commands/provision-people';
import type { Affiliation, scimCalls } from '#models/contract/roster';
import { noteAudit, omitAuditEntry, runAudited } from '#models/db/audit-draft';
import { RosterEntries, type RosterEntryDoc } from '#models/db/roster-entries';
import { notFound, ScimError } from './scim-errors.js';
import { type MembersChange, wantedMembers } from './scim-groups.js';
import { changedNames, type Given, toWanted, userToScim } from './scim-users.js';

type ScimCall = (typeof scimCalls)[number];

/** Origin of a change, for the audit trail; no account. */
type Origin = { actor: null; address: string; device: string };
const originOf = (request: FastifyRequest): Origin => ({
  actor: null,
  ...auditPlace(request.server.addressOf(request.raw), deviceOf(request)),
});

/** Runs a change while nothing else changes the roster, with its entry in the audit trail. */
const change = <T>(call: ScimCall, request: FastifyRequest, work: (origin: Origin, holdLock: () => Promise<void>) => Promise<T>) => {
  const origin = originOf(request);
  const facts = { call, staff: true, society: null, subject: null, details: {}, ...origin };
  return runAudited(
    facts,
    () => withRoster((holdLock) => work(origin, holdLock)),
    () => null,
  );
};

const subjectOf = ({ id, before }: WantedEntry) =>
  before?.account ? { kind: 'user', id: String(before.account) } : { kind: 'roster', id: String(id) };

async function checkTaken(wanted: WantedEntry): Promise<void> {
  const taken = await takenField(wanted);
  if (taken) throw new ScimError(409, `Another person has this ${taken === 'number' ? 'userName' : 'address'}.`, 'uniqueness');
}

const findEntry = async (id: string): Promise<RosterEntryDoc> =>
  (/^[0-9a-f]{24}$/.test(id) ? await RosterEntries.findById(id).lean() : null) ?? notFound();

/** The person with this id, as a resource. */
export const readPerson = async (id: string, base: string) => userToScim(await findEntry(id), base);

/** Refuses a change of a state that the client has not seen, if it says which one it saw. */
function checkVersion(request: FastifyRequest, entry: RosterEntryDoc, base: string): void {
  const seen = request.headers['if-match'];
  if (seen === undefined || seen === '*' || seen.includes(userToScim(entry, base).meta.version)) return;
  throw new ScimError(412, 'The person has changed since.');
}

/** Adds a person to the roster. */
export const createPerson = (request: FastifyRequest, given: Given, base: string) =>
  change('createScimUser', request, async (origin, holdLock) => {
    const wanted = toWanted(given, null);
    await checkTaken(wanted);
    noteAudit({ subject: subjectOf(wanted) });
    await provisionEntries([wanted], origin, holdLock);
    return readPerson(String(wanted.id), base);
  });

/**
 * Changes a person; one who is no longer active leaves, as by an import.
 *
 * @param read what the request gives, for the stored entry
 */
export const updatePerson = (request: FastifyRequest, id: string, base: string, read: (entry: RosterEntryDoc) => Given) =>
  change('updateScimUser', request, async (origin, holdLock) => {
    const before = await findEntry(id);
    checkVersion(request, before, base);
    const wanted = toWanted(read(before), before);
    await checkTaken(wanted);
    noteAudit({ subject: subjectOf(wanted), details: { fields: changedNames(wanted) } });
    if (!(await provisionEntries([wanted], origin, holdLock))) omitAuditEntry();
    return readPerson(id, base);
  });

/** Lets a person leave, and deletes the entry. */
export const deletePerson = (request: FastifyRequest, id: string, base: string) =>
  change('deleteScimUser', request, async (origin, holdLock) => {
    const before = await findEntry(id);
    checkVersion(request, before, base);
    const wanted = toWanted({ isActive: false }, before);
    noteAudit({ subject: subjectOf(wanted) });
    await provisionEntries([wanted], origin, holdLock);
    await deleteEntry(before._id);
  });

/** Changes who has an affiliation. */
export const changeMembers = (request: FastifyRequest, group: Affiliation, members: MembersChange) =>
  change('updateScimGroup', request, async (origin, holdLock) => {
    const wanted = await wantedMembers(group, members);
    const added = wanted.filter(({ after }) => after.affiliation === group).length;
    noteAudit({ details: { affiliation: group, added: String(added), removed: String(wanted.length - added) } });
    if (!(await provisionEntries(wanted, origin, holdLock))) omitAuditEntry();
  });
