import { createHash } from 'node:crypto';
import type { WantedEntry } from '#models/commands/provision-people';
import type { RosterFields } from '#models/commands/roster-accounts';
import { faultOf, westernDigits } from '#models/commands/roster-file';
import { blankFields, fieldsOf } from '#models/commands/roster-plan';
import { lengths } from '#models/contract/limits';
import { type Affiliation, affiliations } from '#models/contract/roster';
import { newId } from '#models/db/model';
import type { RosterEntryDoc } from '#models/db/roster-entries';
import { refuse } from './scim-errors.js';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
/** Nadi's own attributes. */
export const studentSchema = 'urn:nadi:params:scim:schemas:1.0:Student';

/** Attributes that a request gives, in the names of the roster. An absent one stays as it is; an empty one is cleared. */
export interface Given {
  userName?: string;
  externalId?: string;
  displayName?: string;
  formatted?: string;
  givenName?: string;
  familyName?: string;
  email?: string;
  isActive?: boolean;
  userType?: string;
  department?: string;
  year?: string;
}

type TextName = Exclude<keyof Given, 'isActive'>;

/** Paths of the attributes that hold a text, in lower case and without the core schema. */
const textPaths: ReadonlyMap<string, TextName> = new Map([
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['displayname', 'displayName'],
  ['name.formatted', 'formatted'],
  ['name.givenname', 'givenName'],
  ['name.familyname', 'familyName'],
  ['emails.value', 'email'],
  ['usertype', 'userType'],
  [`${enterpriseSchema}:department`.toLowerCase(), 'department'],
  [`${studentSchema}:year`.toLowerCase(), 'year'],
]);

const wrongValue = (path: string): never => refuse('invalidValue', `The value of ${path} is not valid.`);

function toText(path: string, value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : wrongValue(path);
}

/** Reads `active`; some systems send it as text. */
function toActive(value: unknown): boolean {
  const text = String(value).toLowerCase();
  return text === 'true' || text === 'false' ? text === 'true' : wrongValue('active');
}

/** The primary address of a list, else its first; empty without one. */
function primaryEmail(value: unknown): string {
  if (value === null) return '';
  const listed: unknown[] = Array.isArray(value) ? value : [value];
  const emails = listed.map((each) => {
    const { value: address, primary } = Object(each) as { value?: unknown; primary?: unknown };
    return { address: toText('emails', address ?? each), isPrimary: primary === true };
  });
  return (emails.find(({ isPrimary }) => isPrimary) ?? emails[0])?.address ?? '';
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Schemas whose attributes are written after their name, in lower case. */
export const extensions = [enterpriseSchema, studentSchema].map((schema) => schema.toLowerCase());

/**
 * Reads one attribute, with the attributes inside it. One that Nadi does not store is left out.
 *
 * @param path in lower case, without the core schema
 */
export function readAttribute(path: string, value: unknown): Given {
  if (path === 'active') return value === null ? {} : { isActive: toActive(value) };
  if (path === 'emails') return { email: primaryEmail(value) };
  const name = textPaths.get(path);
  if (name !== undefined) return { [name]: toText(path, value) };
  const isExtension = extensions.includes(path);
  if (path !== 'name' && !isExtension) return {};
  const inside = (each: string): string => `${path}${isExtension ? ':' : '.'}${each.toLowerCase()}`;
  if (value === null) return readInside(inside, Object.fromEntries([...textPaths.keys()].map((each) => [lastName(each), null])));
  return isObject(value) ? readInside(inside, value) : wrongValue(path);
}

const lastName = (path: string): string => path.slice(Math.max(path.lastIndexOf(':'), path.lastIndexOf('.')) + 1);

const readInside = (pathOf: (name: string) => string, values: Record<string, unknown>): Given =>
  Object.assign(
    {},
    ...Object.entries(values).map(([name, value]) => (textPaths.has(pathOf(name)) ? readAttribute(pathOf(name), value) : {})),
  );

/** Path in lower case without the core schema. */
export const toPath = (text: string): string => {
  const path = text.toLowerCase();
  const core = `${userSchema.toLowerCase()}:`;
  return path.startsWith(core) ? path.slice(core.length) : path;
};

/** Reads a whole resource; attributes that Nadi does not store, and read-only ones, are left out. */
export function readUser(body: unknown): Given {
  if (!isObject(body)) return refuse('invalidSyntax', 'The body is no resource.');
  return Object.assign({}, ...Object.entries(body).map(([name, value]) => readAttribute(toPath(name), value)));
}

/**
 * The name that a request gives: the shown one, else the whole one, else its parts. A client that sends back all of what it read
 * has changed only one of them, which counts.
 */
function nameOf({ displayName, formatted, givenName, familyName }: Given, before: RosterEntryDoc | null): string | undefined {
  const shown = displayName || formatted;
  if (shown && shown !== before?.name) return shown;
  const parts = { givenName: before?.givenName ?? '', familyName: before?.familyName ?? '' };
  const given = { givenName: givenName ?? parts.givenName, familyName: familyName ?? parts.familyName };
  const hasNewParts = given.givenName !== parts.givenName || given.familyName !== parts.familyName;
  return hasNewParts ? [given.givenName, given.familyName].filter(Boolean).join(' ') : (displayName ?? formatted);
}

/** Names of a roster's columns in SCIM. */
const attributeOf: Record<string, string> = {
  id: 'userName',
  name: 'displayName',
  email: 'emails',
  affiliation: 'userType',
  faculty: 'department',
};

/** Applies what a request gives to an entry, or to none; `invalidValue` for what a roster would refuse. */
export function toWanted(given: Given, before: RosterEntryDoc | null): WantedEntry {
  const old = before ? fieldsOf(before) : blankFields;
  const number = given.userName ?? old.number;
  const name = nameOf(given, before) ?? old.name;
  const email = given.email ?? old.email;
  const affiliation = (given.userType ?? old.affiliation).toLowerCase() as Affiliation | '';
  const faculty = given.department ?? old.faculty;
  const year = given.year ?? String(old.year ?? '');
  const fault = faultOf({ id: number, name, email, affiliation, faculty, year }, lengths.email);
  if (fault) {
    const attribute = attributeOf[fault.column ?? ''] ?? fault.column;
    const choices = fault.column === 'affiliation' ? ` It is one of ${affiliations.join(', ')}.` : '';
    return refuse('invalidValue', `${attribute} is not valid: ${fault.fault}.${choices}`);
  }
  const system = {
    externalId: given.externalId ?? before?.externalId ?? '',
    givenName: given.givenName ?? before?.givenName ?? '',
    familyName: given.familyName ?? before?.familyName ?? '',
  };
  if (Object.values(system).some((text) => text.length > lengths.email)) refuse('invalidValue', 'externalId or a name is too long.');
  const after: RosterFields = { number, name, email, affiliation, faculty, year: year === '' ? null : Number(westernDigits(year)) };
  return { id: before?._id ?? newId(), before, after, isActive: given.isActive ?? (before?.leftAt ?? null) === null, system };
}

/** Names of what changes, for the audit trail. */
export function changedNames({ before, after, isActive, system }: WantedEntry): string {
  const old: Record<string, unknown> = before ? { externalId: '', givenName: '', familyName: '', ...before } : {};
  const names = Object.entries({ ...after, ...system }).filter(([name, value]) => (old[name] ?? '') !== (value ?? ''));
  const active = isActive === ((before?.leftAt ?? null) === null) ? [] : ['active'];
  return [...names.map(([name]) => name), ...active].sort().join(', ');
}

const namesToScim = ({ name, givenName, familyName }: RosterEntryDoc) => ({
  ...(name && { displayName: name }),
  name: { ...(name && { formatted: name }), ...(givenName && { givenName }), ...(familyName && { familyName }) },
});

/** An entry as a SCIM resource, with the version of exactly this state. */
export function userToScim(
  entry: RosterEntryDoc,
  base: string,
): Record<string, unknown> & { id: string; meta: { version: string; location: string } } {
  const id = String(entry._id);
  const { number, email, affiliation, faculty, year, leftAt, externalId } = entry;
  const resource = {
    schemas: [userSchema, ...(faculty ? [enterpriseSchema] : []), ...(year === null ? [] : [studentSchema])],
    id,
    ...(externalId && { externalId }),
    userName: number,
    ...namesToScim(entry),
    ...(email && { emails: [{ value: email, type: 'work', primary: true }] }),
    active: leftAt === null,
    ...(affiliation && {
      userType: affiliation,
      groups: [{ value: affiliation, display: affiliation, $ref: `${base}/Groups/${affiliation}` }],
    }),
    ...(faculty && { [enterpriseSchema]: { department: faculty } }),
    ...(year === null ? {} : { [studentSchema]: { year } }),
  };
  const created = entry._id.getTimestamp();
  const version = `W/"${createHash('sha256').update(JSON.stringify(resource)).digest('hex').slice(0, 16)}"`;
  const lastModified = (entry.changedAt ?? created).toISOString();
  const meta = { resourceType: 'User', created: created.toISOString(), lastModified, version, location: `${base}/Users/${id}` };
  return { ...resource, meta };
}
