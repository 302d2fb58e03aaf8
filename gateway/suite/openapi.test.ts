import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { setUpTestApp } from '#gateway/testing/test-app';
import { errors } from '#models/contract/errors';
import { calls } from '#models/contract/index';
import { errorsOf, exampleInput, openApi } from '#models/contract/openapi';

const test = setUpTestApp();

interface Described {
  content?: {
    'application/json': { schema: z.core.JSONSchema.JSONSchema; example?: unknown; examples?: Record<string, { value: unknown }> };
  };
}
interface Operation {
  operationId: string;
  summary: string;
  responses: Record<string, Described>;
}
const described = openApi();
const operationOf = (path: string, method: string): Operation =>
  described.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation;
const each = calls.map((call) => [call.name, call] as const);

it('/openapi.json is served, and is valid OpenAPI 3.1', async () => {
  const served = await test.app.inject('/openapi.json');
  expect(served.statusCode).toBe(200);
  const validator = new Validator();
  const { valid, errors: faults } = await validator.validate(served.json());
  expect([valid, validator.version, faults]).toEqual([true, '3.1', undefined]);
  expect(served.json()).toEqual(JSON.parse(JSON.stringify(described)));
});

it('/docs shows the API, with nothing from other servers', async () => {
  const page = await test.app.inject('/docs/');
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.body).not.toMatch(/(?:src|href)="https?:/);
});

it.each(['trending.md', 'recommendations.md', 'live-client.md'])('/docs serves %s verbatim', async (name) => {
  const { statusCode, headers, body } = await test.app.inject(`/docs/${name}`);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(body).toBe(readFileSync(path.join(import.meta.dirname, '../../docs', name), 'utf8'));
});

it('/openapi.json describes the declared calls, and each has a route', () => {
  const operations = Object.values(described.paths).flatMap((path) => Object.values(path) as Operation[]);
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
  expect([...test.app.routedCalls.keys()].toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
});

describe('/openapi.json for each call', () => {
  it.each(each)('%s: the example matches the input schema', { tags: ['generated'] }, (_name, call) => {
    expect(call.input.safeParse(exampleInput(call)).error).toBeUndefined();
  });

  it.each(each)('%s: the examples match the response schema', { tags: ['generated'] }, (_name, call) => {
    for (const { content } of Object.values(operationOf(call.path, call.method).responses)) {
      const json = content?.['application/json'];
      if (!json) continue;
      const values = json.examples ? Object.values(json.examples).map(({ value }) => value) : [json.example];
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) expect(z.fromJSONSchema(json.schema).safeParse(value).error).toBeUndefined();
    }
  });

  it.each(each)('%s: every failure has its status, its code and its text', { tags: ['generated'] }, (_name, call) => {
    const { responses } = operationOf(call.path, call.method);
    for (const code of errorsOf(call)) {
      const [status, text] = errors[code];
      expect(responses[status]?.content?.['application/json'].examples?.[code]?.value).toEqual({ error_message: text, code });
    }
  });
});
