import * as z from 'zod/mini';
import { $ZodArray, $ZodObject, type $ZodType, compile, safeParse } from 'zod/v4/core';
import { event, sharedEvent } from '#models/contract/events';
import { post, sharedPost } from '#models/contract/posts';
import { sharedFieldsOf } from '#models/contract/shared-fields';
import { sharedSociety, society } from '#models/contract/societies';
import { sharedTrendingPost, trendingPost } from '#models/contract/trending';
import { memoizeByObject } from '#models/db/memoize';

/** Validates a value and encodes it as JSON, without fields that its schema does not have; undefined for an absent value. */
type Encode = (value: unknown) => string | undefined;

const shapeOf = (schema: $ZodObject): Record<string, $ZodType> => schema._zod.def.shape;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Encodes a value as a whole, validated by a function that is generated for its schema. */
function wholeEncoder(schema: $ZodType): Encode {
  let compiled: $ZodType | undefined;
  return (value) => {
    compiled ??= compile(schema);
    const { error, data } = safeParse(compiled, value);
    if (error) throw error;
    return JSON.stringify(data);
  };
}

/** Encodes an item; its shared fields once for all items that are marked with the same ones. */
function itemEncoder(schema: $ZodObject, shared: $ZodObject): Encode {
  const own = Object.entries(shapeOf(schema)).filter(([key]) => !(key in shapeOf(shared)));
  const encodeOwn = wholeEncoder(z.object(Object.fromEntries(own)));
  const [encodeShared, encodeWhole] = [wholeEncoder(shared), wholeEncoder(schema)];
  const encodeOnce = memoizeByObject((fields) => `${encodeShared(fields)}`.slice(0, -1));
  return (item) => {
    const fields = isObject(item) ? sharedFieldsOf(item) : undefined;
    return fields ? `${encodeOnce(fields)},${encodeOwn(item)?.slice(1)}` : encodeWhole(item);
  };
}

/** Encoders of items with shared fields, by schema; one for all calls that answer them. */
const itemEncoders = new Map<$ZodType, Encode>([
  [event, itemEncoder(event, sharedEvent)],
  [post, itemEncoder(post, sharedPost)],
  [society, itemEncoder(society, sharedSociety)],
  [trendingPost, itemEncoder(trendingPost, sharedTrendingPost)],
]);

/** Whether items with shared fields are inside a schema, where `encoderOf` finds them. */
function hasSharedItems(schema: $ZodType): boolean {
  if (itemEncoders.has(schema)) return true;
  if (schema._zod.def.checks?.length) return false;
  if (schema instanceof $ZodArray) return hasSharedItems(schema._zod.def.element);
  return schema instanceof $ZodObject && Object.values(shapeOf(schema)).some(hasSharedItems);
}

/**
 * Encoder of answers of this schema. Lists and objects around items with shared fields are encoded part by part; every part is
 * validated as in the whole.
 */
export function encoderOf(schema: $ZodType): Encode {
  const encodeItem = itemEncoders.get(schema);
  if (encodeItem) return encodeItem;
  const encodeWhole = wholeEncoder(schema);
  if (!hasSharedItems(schema)) return encodeWhole;
  if (schema instanceof $ZodArray) {
    const encode = encoderOf(schema._zod.def.element);
    return (value) => (Array.isArray(value) ? `[${value.map(encode).join(',')}]` : encodeWhole(value));
  }
  const fields = Object.entries(shapeOf(schema as $ZodObject)).map(([key, field]) => ({ key, encode: encoderOf(field) }));
  return (value) => {
    if (!isObject(value)) return encodeWhole(value);
    const encoded = fields.flatMap(({ key, encode }) => {
      const text = encode(value[key]);
      return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
    });
    return `{${encoded.join(',')}}`;
  };
}
