import { boolField } from './command.js';
import { badValue, type Doc, isPlainObject, MongoError } from './values.js';

const dataFields = ['failCommands', 'errorCode', 'errorLabels', 'closeConnection', 'namespace'];
/** MongoDB's categories of errors that are worth another try: of the command, or of the whole transaction. */
const retryable = new Set([6, 7, 89, 91, 134, 189, 262, 402, 9001, 10107, 11600, 11602, 13435, 13436]);
const transient = new Set([24, 112, 150, 239, 246, 249, 250, 251, 267, 272, 13388]);

/** The label that MongoDB gives an error by its code; that a commit's result is unknown is for the driver to say. */
function labelsOf(code: number, command: string, { txnNumber, autocommit }: Doc): string[] | undefined {
  const isEnd = command.endsWith('Transaction');
  const isInTransaction = autocommit !== undefined;
  if (isInTransaction && (transient.has(code) || (!isEnd && retryable.has(code)))) return ['TransientTransactionError'];
  return txnNumber !== undefined && (!isInTransaction || isEnd) && retryable.has(code) ? ['RetryableWriteError'] : undefined;
}

/** Thrown where a fault wants the connection cut. */
export class ConnectionCut extends Error {}

/** MongoDB's fail point `failCommand`, with which tests make commands fail. */
export class FailPoints {
  /** By namespace; '' is any. mongod has a single one, so test files that run at the same time would turn off each other's. */
  private readonly points = new Map<string, { data: Doc; left: number }>();

  configure({ configureFailPoint: name, mode, data }: Doc): Doc {
    if (name !== 'failCommand') throw badValue(`fail point not found: ${name}`);
    const times = isPlainObject(mode) ? mode.times : mode === 'alwaysOn' ? Number.POSITIVE_INFINITY : mode === 'off' ? 0 : undefined;
    if (typeof times !== 'number') throw new MongoError(9, 'The mode of a fail point is off, alwaysOn or {times: n}');
    if (mode === 'off') {
      this.points.clear();
      return {};
    }
    if (!isPlainObject(data) || !Array.isArray(data.failCommands)) throw new MongoError(9, 'failCommand needs data.failCommands');
    const unknown = Object.keys(data).find((field) => !dataFields.includes(field));
    if (unknown) throw new MongoError(9, `failCommand does not know data.${unknown}`);
    if (data.errorCode !== undefined && typeof data.errorCode !== 'number') throw new MongoError(14, 'data.errorCode is a number');
    const { namespace = '' } = data;
    if (typeof namespace !== 'string') throw new MongoError(14, 'data.namespace is a string');
    if (!Array.isArray(data.errorLabels ?? [])) throw new MongoError(14, 'data.errorLabels is a list');
    boolField(data, 'closeConnection');
    this.points.set(namespace, { data, left: times });
    return {};
  }

  /** Fails the command as was asked; labels of the fail point stand for those of the code. */
  meet(command: string, body: Doc): void {
    if (this.points.size === 0) return;
    const points = [`${body.$db}.${body[command]}`, ''].map((namespace) => this.points.get(namespace));
    const point = points.find((one) => one && one.left > 0 && (one.data.failCommands as unknown[]).includes(command));
    if (!point) return;
    point.left -= 1;
    const { closeConnection, errorCode, errorLabels } = point.data;
    if (closeConnection) throw new ConnectionCut();
    if (typeof errorCode !== 'number') return;
    const labels = errorLabels ?? labelsOf(errorCode, command, body);
    throw new MongoError(errorCode, "Failing command via 'failCommand' failpoint", { errorLabels: labels });
  }
}
