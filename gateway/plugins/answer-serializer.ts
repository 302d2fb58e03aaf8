import { ResponseSerializationError, type serializerCompiler } from 'fastify-type-provider-zod';
import type { $ZodType } from 'zod/v4/core';
import { compile, safeParse } from 'zod/v4/core';

/**
 * Serializer compiler that validates an answer and strips fields that its schema does not have, by a function generated for the
 * schema. The plugin's own encodes backwards, which zod only interprets; without transforms, defaults and pipes in an answer both
 * directions are the same (`answer-serializer.test.ts`).
 * @throws ResponseSerializationError (500) for an answer that does not match
 */
export const answerSerializer: typeof serializerCompiler = ({ schema, method, url }) => {
  // Compiled by the first answer: there are hundreds of schemas, and the start must not wait for them.
  let compiled: $ZodType | undefined;
  return (data) => {
    compiled ??= compile(schema as $ZodType);
    const { error, data: answer } = safeParse(compiled, data);
    if (error) throw new ResponseSerializationError(method, url, { cause: error });
    return JSON.stringify(answer);
  };
};
