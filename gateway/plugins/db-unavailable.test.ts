import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { isDbUnavailable } from './db-unavailable.js';

const { MongoBulkWriteError, MongoDriverError, MongoServerError, MongoNetworkError } = mongoose.mongo;
const labelled = () => {
  const error = new MongoServerError({ message: 'conflict', code: 251 });
  error.addErrorLabel('TransientTransactionError');
  return error;
};

/** As the driver throws it for a request that waited too long for a connection. */
class NoConnection extends MongoDriverError {
  override get name(): string {
    return 'MongoWaitQueueTimeoutError';
  }
}

describe('isDbUnavailable', () => {
  it.each([
    ['a lost connection', new MongoNetworkError('gone'), true],
    ['a request that got no connection in time', new NoConnection('timed out'), true],
    ['a host that cannot be reached', new MongoServerError({ message: 'unreachable', code: 6 }), true],
    ['a primary that stepped down', new MongoServerError({ message: 'stepped down', code: 189 }), true],
    ['a write conflict', new MongoServerError({ message: 'conflict', code: 112 }), true],
    ['a transaction that was aborted', labelled(), true],
    ['a connection that broke in a write', Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }), true],
    ['a connection that the other side has ended', Object.assign(new Error('This socket has been ended'), { code: 'EPIPE' }), true],
    ['a bulk write that met a lost connection', new MongoBulkWriteError(new MongoNetworkError('gone') as never, {} as never), true],
    ['a duplicate key', new MongoServerError({ message: 'duplicate', code: 11000 }), false],
    ['an error of ours', new Error('a bug'), false],
  ])('%s: %s', (_name, error, expected) => {
    expect(isDbUnavailable(error)).toBe(expected);
  });
});
