import { filter as testOf } from 'scim2-parse-filter';
import type { WantedEntry } from '#models/commands/provision-people';
import { fieldsOf } from '#models/commands/roster-plan';
import { type Affiliation, affiliations } from '#models/contract/roster';
import { toId } from '#models/db/model';
import { RosterEntries, type RosterEntryDoc } from '#models/db/roster-entries';
import { notFound, refuse } from './scim-errors.js';
import { parseFilter } from './scim-filter.js';
import { type PatchOperation, readOperations, splitPath } from './scim-patch.js';

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

interface Member {
  value: string;
}

/** A change of the members of a group. */
export interface MembersChange {
  /** Null where only the listed ones change; else all who are members afterwards. */
  all: Set<string> | null;
  added: Set<string>;
  removed: Set<string>;
}

/** The affiliation with this id. */
export const groupOf = (id: string): Affiliation => affiliations.find((each) => each === id.toLowerCase()) ?? notFound();

/** A group as a SCIM resource; without its members where nobody asks for them. */
export async function groupToScim(group: Affiliation, base: string, hasMembers: boolean) {
  const members = hasMembers ? await RosterEntries.find({ affiliation: group }, { number: 1 }).sort({ key: 1 }).lean() : [];
  return {
    schemas: [groupSchema],
    id: group,
    displayName: group,
    ...(hasMembers && {
      members: members.map(({ _id, number }) => ({ value: String(_id), display: number, $ref: `${base}/Users/${_id}` })),
    }),
    meta: { resourceType: 'Group', location: `${base}/Groups/${group}` },
  };
}

/** The groups that a filter selects, by id or name. */
export function listGroups(filter: string | undefined): Affiliation[] {
  if (filter === undefined || filter.trim() === '') return [...affiliations];
  const selects = testOf(parseFilter(filter));
  return affiliations.filter((group) => selects({ id: group, displayName: group }));
}

/** Refuses a group besides Nadi's own, and another name for one of them. */
export function checkName(name: unknown, group: Affiliation): void {
  if (name !== undefined && String(name).toLowerCase() !== group) refuse('mutability', `The name of this group is ${group}.`);
}

function readMembers(value: unknown): Set<string> {
  const listed: unknown[] = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  const ids = listed.map((each) => (typeof each === 'string' ? each : (Object(each) as Partial<Member>).value));
  return new Set(
    ids.map((id) => (typeof id === 'string' && /^[0-9a-f]{24}$/.test(id) ? id : refuse('invalidValue', 'A member has the id of a user.'))),
  );
}

/** The members that a whole group has afterwards. */
export const replaceMembers = (value: unknown): MembersChange => ({ all: readMembers(value), added: new Set(), removed: new Set() });

/** The member that the path `members[value eq "ID"]` names. */
function memberIn(path: string): Set<string> | null {
  const { attribute, filter, inner } = splitPath(path);
  if (attribute !== 'members' || inner !== '') return refuse('invalidPath', 'The path of a group is members.');
  if (!filter) return null;
  if (filter.op !== 'eq' || filter.attrPath.toLowerCase() !== 'value') return refuse('invalidPath', 'A filter of members is value eq.');
  return readMembers(filter.compValue);
}

function applyOperation(change: MembersChange, { op, path, value }: PatchOperation, group: Affiliation): MembersChange {
  if (path === undefined || /^(displayname|externalid)$/i.test(path)) {
    const { displayName, members } = Object(path === undefined ? value : { displayName: /^d/i.test(path) ? value : undefined });
    checkName(displayName, group);
    return members === undefined ? change : applyOperation(change, { op, path: 'members', value: members }, group);
  }
  const selected = memberIn(path);
  if (selected !== null && op === 'replace') return refuse('mutability', 'A member is removed and another added, not replaced.');
  const named = selected ?? (op === 'remove' && value === undefined ? null : readMembers(value));
  if (op === 'replace' || named === null) return { all: named ?? new Set(), added: new Set(), removed: new Set() };
  const [to, from] = op === 'add' ? [change.added, change.removed] : [change.removed, change.added];
  for (const id of named) {
    to.add(id);
    from.delete(id);
    if (op === 'add') change.all?.add(id);
    else change.all?.delete(id);
  }
  return change;
}

/** Reads the members that a PATCH adds and removes. */
export const readGroupPatch = (body: unknown, group: Affiliation): MembersChange =>
  readOperations(body).reduce((change, operation) => applyOperation(change, operation, group), {
    all: null,
    added: new Set<string>(),
    removed: new Set<string>(),
  } as MembersChange);

const withAffiliation = (before: RosterEntryDoc, affiliation: Affiliation | ''): WantedEntry => ({
  id: before._id,
  before,
  after: { ...fieldsOf(before), affiliation },
  isActive: before.leftAt === null,
  system: { externalId: before.externalId ?? '', givenName: before.givenName ?? '', familyName: before.familyName ?? '' },
});

/** Entries whose affiliation changes. A person has one: who is added leaves another group. */
export async function wantedMembers(group: Affiliation, { all, added, removed }: MembersChange): Promise<WantedEntry[]> {
  const joining = all ?? added;
  const found = await RosterEntries.find({ _id: { $in: [...joining].map(toId) } }).lean();
  if (found.length < joining.size) refuse('invalidValue', 'A member is no user.');
  const leaving = all
    ? { affiliation: group, _id: { $nin: [...all].map(toId) } }
    : { affiliation: group, _id: { $in: [...removed].map(toId) } };
  const left = await RosterEntries.find(leaving).lean();
  return [
    ...found.filter(({ affiliation }) => affiliation !== group).map((entry) => withAffiliation(entry, group)),
    ...left.map((entry) => withAffiliation(entry, '')),
  ];
}
