import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '#gateway/plugins/secrets';
import { scimPath } from '#models/contract/roster';
import { invalidate } from '#models/db/invalidate';
import { changeMembers, createPerson, deletePerson, readPerson, updatePerson } from './scim.actions.js';
import { providerConfig, resourceTypes, schemas } from './scim-description.js';
import { answerScimError, notFound, refuse, ScimError, sendScim } from './scim-errors.js';
import { checkName, groupOf, groupToScim, listGroups, readGroupPatch, replaceMembers } from './scim-groups.js';
import { isWanted, listEntries, listToScim, readPaging, type ScimQuery, selectAttributes } from './scim-lists.js';
import { readPatch } from './scim-patch.js';
import { readUser, userToScim } from './scim-users.js';

const largestBody = 8 << 20;
const hidden = { schema: { hide: true } };

const idOf = ({ params }: FastifyRequest): string => (params as { id: string }).id;
/** The query; of a parameter that is given twice the first value. */
const queryOf = ({ query }: FastifyRequest): ScimQuery =>
  Object.fromEntries(Object.entries(query as Record<string, string | string[]>).map(([name, value]) => [name, [value].flat()[0]]));

/** Admits the bearer of `SCIM_TOKEN`; counts wrong tokens as failed sign-ins of their address. */
const admit = (app: FastifyInstance, secret: string) => async (request: FastifyRequest) => {
  const address = app.addressOf(request.raw);
  await app.rateLimits.take('read', null, address);
  const given = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (given !== undefined && isSameSecret(given, secret)) return;
  await app.rateLimits.take('signIn', null, address);
  throw new ScimError(401, 'The bearer token is missing or wrong.');
};

/** Parses both content types of SCIM; a DELETE may have an empty body. */
function registerParsers(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  const types = ['application/scim+json', 'application/json'];
  scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: largestBody }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else void parseJson(request, text as string, done);
  });
}

type PersonResource = ReturnType<typeof userToScim>;

/** Sends one person with the version as ETag. */
function sendPerson(request: FastifyRequest, reply: FastifyReply, status: number, person: PersonResource): FastifyReply {
  const { version, location } = person.meta;
  reply.header('etag', version).header('location', location);
  if (request.method === 'GET' && request.headers['if-none-match']?.includes(version)) return reply.code(304).send();
  return sendScim(reply, status, selectAttributes(person, queryOf(request)));
}

function registerUsers(scope: FastifyInstance, base: string): void {
  scope.get('/Users', hidden, async (request, reply) => {
    const query = queryOf(request);
    const paging = readPaging(query);
    const { entries, total } = await listEntries(query.filter, paging);
    const resources = entries.map((entry) => selectAttributes(userToScim(entry, base), query));
    return sendScim(reply, 200, listToScim(resources, total, paging.startIndex));
  });
  scope.get('/Users/:id', hidden, async (request, reply) => sendPerson(request, reply, 200, await readPerson(idOf(request), base)));
  scope.post('/Users', hidden, async (request, reply) =>
    sendPerson(request, reply, 201, await createPerson(request, readUser(request.body), base)),
  );
  scope.put('/Users/:id', hidden, async (request, reply) => {
    const given = readUser(request.body);
    return sendPerson(request, reply, 200, await updatePerson(request, idOf(request), base, () => given));
  });
  scope.patch('/Users/:id', hidden, async (request, reply) =>
    sendPerson(request, reply, 200, await updatePerson(request, idOf(request), base, ({ email }) => readPatch(request.body, email))),
  );
  scope.delete('/Users/:id', hidden, async (request, reply) => {
    await deletePerson(request, idOf(request), base);
    return reply.code(204).send();
  });
}

function registerGroups(scope: FastifyInstance, base: string): void {
  const shown = async (id: string, query: ScimQuery) =>
    selectAttributes(await groupToScim(groupOf(id), base, isWanted('members', query)), query);
  scope.get('/Groups', hidden, async (request, reply) => {
    const query = queryOf(request);
    const { startIndex, count } = readPaging(query);
    const found = listGroups(query.filter);
    const page = found.slice(startIndex - 1, startIndex - 1 + count);
    return sendScim(reply, 200, listToScim(await Promise.all(page.map((id) => shown(id, query))), found.length, startIndex));
  });
  scope.get('/Groups/:id', hidden, async (request, reply) => sendScim(reply, 200, await shown(idOf(request), queryOf(request))));
  scope.post('/Groups', hidden, async (request) => {
    const name = String(Object(request.body).displayName ?? '');
    if (listGroups(undefined).some((group) => group === name.toLowerCase()))
      throw new ScimError(409, `The group ${name} is there already.`, 'uniqueness');
    return refuse('invalidValue', `The groups are ${listGroups(undefined).join(', ')}.`);
  });
  scope.put('/Groups/:id', hidden, async (request, reply) => {
    const group = groupOf(idOf(request));
    const { displayName, members } = Object(request.body) as { displayName?: unknown; members?: unknown };
    checkName(displayName, group);
    if (members !== undefined) await changeMembers(request, group, replaceMembers(members));
    return sendScim(reply, 200, await shown(group, queryOf(request)));
  });
  scope.patch('/Groups/:id', hidden, async (request, reply) => {
    const group = groupOf(idOf(request));
    await changeMembers(request, group, readGroupPatch(request.body, group));
    return reply.code(204).send();
  });
  scope.delete('/Groups/:id', hidden, async (request) => refuse('mutability', `The group ${groupOf(idOf(request))} cannot be deleted.`));
}

function registerDescription(scope: FastifyInstance, base: string): void {
  scope.get('/ServiceProviderConfig', hidden, async (_request, reply) => sendScim(reply, 200, providerConfig(base)));
  const described = { ResourceTypes: resourceTypes(base), Schemas: schemas(base) };
  for (const [name, resources] of Object.entries(described) as [string, { id: string }[]][]) {
    scope.get(`/${name}`, hidden, async (_request, reply) => sendScim(reply, 200, listToScim(resources, resources.length, 1)));
    scope.get(`/${name}/:id`, hidden, async (request, reply) =>
      sendScim(reply, 200, resources.find(({ id }) => id === idOf(request)) ?? notFound()),
    );
  }
}

/** SCIM 2.0 (RFC 7643 and 7644) for the university's identity system; only where `SCIM_TOKEN` is set. */
export function scimRoutes(app: FastifyInstance): void {
  const { scimToken, publicUrl } = app.settings;
  if (scimToken === undefined) return;
  const base = `${publicUrl}${scimPath}`;
  app.register(
    async (scope) => {
      registerParsers(scope);
      scope.setErrorHandler(answerScimError);
      scope.setNotFoundHandler(() => notFound());
      scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
      scope.addHook('onRequest', admit(app, scimToken));
      // As after every other write: the next read shows the change.
      scope.addHook('onSend', async ({ method }) => void (method !== 'GET' && invalidate.pages()));
      registerUsers(scope, base);
      registerGroups(scope, base);
      registerDescription(scope, base);
    },
    { prefix: scimPath },
  );
}
