import { integer } from './match-operators.js';
import { compare, type Doc, indexValues, isPlainObject, MongoError, ownField } from './values.js';

/** The value a document is sorted by: the smallest of an array's ascending, the largest descending. */
function sortValue(doc: Doc, path: string, direction: number): unknown {
  const plain = ownField(doc, path);
  if (plain !== undefined && !Array.isArray(plain)) return plain;
  return indexValues(doc, path).reduce((best, value) => (compare(value, best) * direction < 0 ? value : best));
}

/** Validates a sort; each path with 1 or -1. */
export function sortDirections(sort: Doc): [string, 1 | -1][] {
  if (!isPlainObject(sort)) throw new MongoError(14, 'Expected a sort document');
  return Object.entries(sort).map(([path, order]) => {
    const direction = integer(order);
    if (path === '' || path.startsWith('$')) throw new MongoError(16410, `FieldPath field names may not start with '$': ${path}`);
    if (direction !== 1 && direction !== -1)
      throw new MongoError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    return [path, direction];
  });
}

/** The order of documents under a sort, equal ones left to the caller's stable sort. */
export function compileSort(sort: Doc): (a: Doc, b: Doc) => number {
  const keys = sortDirections(sort);
  return (a, b) => {
    for (const [path, direction] of keys) {
      const result = compare(sortValue(a, path, direction), sortValue(b, path, direction));
      if (result) return result * direction;
    }
    return 0;
  };
}
