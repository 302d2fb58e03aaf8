import { groupSchema } from './scim-groups.js';
import { mostListed } from './scim-lists.js';
import { enterpriseSchema, studentSchema, userSchema } from './scim-users.js';

const schemaSchema = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
const typeSchema = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';

/** Features of this server, RFC 7643, 5. */
export const providerConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostListed },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Bearer token', description: 'The token of the setting SCIM_TOKEN.', primary: true },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

/** The kinds of resources. */
export const resourceTypes = (base: string) => [
  {
    schemas: [typeSchema],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'A person on the roster',
    schema: userSchema,
    schemaExtensions: [
      { schema: enterpriseSchema, required: false },
      { schema: studentSchema, required: false },
    ],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  },
  {
    schemas: [typeSchema],
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    description: 'The people of one affiliation',
    schema: groupSchema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/Group` },
  },
];

interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'integer' | 'complex';
  multiValued: boolean;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite' | 'readOnly' | 'immutable';
  returned: 'default' | 'always';
  uniqueness: 'none' | 'server';
  canonicalValues?: string[];
  subAttributes?: Attribute[];
}

const attribute = (name: string, over: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...over,
});

const complex = (name: string, subAttributes: Attribute[], over: Partial<Attribute> = {}): Attribute =>
  attribute(name, { type: 'complex', subAttributes, ...over });

const readOnly = { mutability: 'readOnly' } as const;

const userAttributes = [
  attribute('userName', { required: true, uniqueness: 'server' }),
  attribute('displayName'),
  complex('name', [attribute('formatted'), attribute('givenName'), attribute('familyName')]),
  complex('emails', [attribute('value'), attribute('type', { canonicalValues: ['work'] }), attribute('primary', { type: 'boolean' })], {
    multiValued: true,
  }),
  attribute('active', { type: 'boolean' }),
  attribute('userType', { canonicalValues: ['student', 'faculty', 'staff'] }),
  complex('groups', [attribute('value', readOnly), attribute('display', readOnly)], { multiValued: true, ...readOnly }),
];

const groupAttributes = [
  attribute('displayName', { required: true, mutability: 'immutable', uniqueness: 'server' }),
  complex('members', [attribute('value', { mutability: 'immutable' }), attribute('display', readOnly)], { multiValued: true }),
];

/** The attributes that Nadi reads. */
export const schemas = (base: string) =>
  [
    { id: userSchema, name: 'User', description: 'A person on the roster', attributes: userAttributes },
    { id: groupSchema, name: 'Group', description: 'The people of one affiliation', attributes: groupAttributes },
    { id: enterpriseSchema, name: 'EnterpriseUser', description: 'The faculty', attributes: [attribute('department')] },
    { id: studentSchema, name: 'Student', description: 'The year of study', attributes: [attribute('year', { type: 'integer' })] },
  ].map((schema) => ({ schemas: [schemaSchema], ...schema, meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` } }));
