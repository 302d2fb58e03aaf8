import { badValue, type Doc, isPlainObject, MongoError } from './values.js';

const dataFields = ['failCommands', 'errorCode', 'errorLabels', 'closeConnection'];
const retryable = new Set([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** Thrown where a fault wants the connection cut. */
export class ConnectionCut extends Error {}

/** MongoDB's fail point `failCommand`, with which tests make commands fail. */
export class FailPoints {
  private data: Doc = {};
  private left = 0;

  configure({ configureFailPoint: name, mode, data }: Doc): Doc {
    if (name !== 'failCommand') throw badValue(`fail point not found: ${name}`);
    const times = isPlainObject(mode) ? mode.times : mode === 'alwaysOn' ? Number.POSITIVE_INFINITY : mode === 'off' ? 0 : undefined;
    if (typeof times !== 'number') throw new MongoError(9, 'The mode of a fail point is off, alwaysOn or {times: n}');
    this.left = times;
    if (mode === 'off') return {};
    if (!isPlainObject(data) || !Array.isArray(data.failCommands)) throw new MongoError(9, 'failCommand needs data.failCommands');
    const unknown = Object.keys(data).find((field) => !dataFields.includes(field));
    if (unknown) throw new MongoError(9, `failCommand does not know data.${unknown}`);
    this.data = data;
    return {};
  }

  /** Fails the command as was asked. `isRetried` says that it carries the number of a retryable write, or ends a transaction. */
  meet(command: string, isRetried: boolean): void {
    const { failCommands, closeConnection, errorCode, errorLabels } = this.data;
    if (!Array.isArray(failCommands) || !failCommands.includes(command) || this.left-- <= 0) return;
    if (closeConnection) throw new ConnectionCut();
    if (typeof errorCode !== 'number') return;
    const ownLabels = isRetried && retryable.has(errorCode) ? ['RetryableWriteError'] : undefined;
    throw new MongoError(errorCode, "Failing command via 'failCommand' failpoint", { errorLabels: errorLabels ?? ownLabels });
  }
}
