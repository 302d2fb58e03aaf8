import { ResponseSerializationError, type serializerCompiler } from 'fastify-type-provider-zod';
import { $ZodError, type $ZodType } from 'zod/v4/core';
import { encoderOf } from './answer-encoder.js';

/**
 * Serializer compiler that validates an answer and strips fields that its schema does not have, by functions generated for the
 * schema. The plugin's own encodes backwards, which zod only interprets; without transforms, defaults and pipes in an answer both
 * directions are the same (`answer-serializer.test.ts`).
 * @throws ResponseSerializationError (500) for an answer that does not match
 */
export const answerSerializer: typeof serializerCompiler = ({ schema, method, url }) => {
  let encode: ReturnType<typeof encoderOf> | undefined;
  return (data) => {
    // Made by the first answer: there are hundreds of schemas, and the start must not wait for them.
    encode ??= encoderOf(schema as $ZodType);
    try {
      return encode(data) as string;
    } catch (error) {
      if (error instanceof $ZodError) throw new ResponseSerializationError(method, url, { cause: error });
      throw error;
    }
  };
};
