import { type Doc, isPlainObject, MongoError } from './values.js';

/** The named fields alone, or, with `keep`, all others. */
function project(value: unknown, paths: string[][], keep: boolean): unknown {
  if (Array.isArray(value)) return value.map((element) => project(element, paths, keep)).filter((element) => element !== undefined);
  if (!isPlainObject(value)) return keep ? value : undefined;
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => {
    const inside = paths.filter(([first]) => first === name).map((path) => path.slice(1));
    const isNamed = inside.some((path) => path.length === 0);
    return [name, inside.length > 0 && !isNamed ? project(field, inside, keep) : isNamed === keep ? undefined : field];
  });
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}

/** The projection of a find: some fields alone, or all but some; `_id` is there unless it is left out. */
export function compileProjection(projection: Doc): (doc: Doc) => Doc {
  const { _id: id, ...others } = projection;
  const flags = Object.values(others);
  if (!Object.values(projection).every((flag) => typeof flag === 'number' || typeof flag === 'boolean'))
    throw new MongoError(31325, 'The embedded store projects by 0 and 1 alone');
  const includes = Boolean(flags[0] ?? id);
  if (flags.some((flag) => Boolean(flag) !== includes))
    throw new MongoError(includes ? 31254 : 31253, 'Cannot mix inclusion and exclusion in a projection');
  const names = [...Object.keys(others), ...(Boolean(id ?? true) === includes ? ['_id'] : [])];
  const paths = names.map((path) => path.split('.'));
  if (paths.flat().some((name) => name === '' || name.startsWith('$'))) throw new MongoError(16410, 'A field path is not supported');
  if (names.some((name) => names.some((other) => other.startsWith(`${name}.`))))
    throw new MongoError(31249, 'Path collision in a projection');
  return (doc) => project(doc, paths, !includes) as Doc;
}
