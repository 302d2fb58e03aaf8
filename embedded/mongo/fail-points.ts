import { type Doc, isPlainObject, MongoError } from './values.js';

interface FailCommand {
  failCommands: string[];
  errorCode?: number;
  errorLabels?: string[];
  closeConnection?: boolean;
  blockConnection?: boolean;
  blockTimeMS?: number;
}

const dataFields = ['failCommands', 'errorCode', 'errorLabels', 'closeConnection', 'blockConnection', 'blockTimeMS'];
const retryable = new Set([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** Thrown where a fail point wants the connection cut. */
export class ConnectionCut extends Error {}

/** MongoDB's fail point `failCommand`, with which tests make commands fail. */
export class FailPoints {
  private data: FailCommand | undefined;
  private isDue: () => boolean = () => false;

  configure(name: unknown, mode: unknown, data: unknown): void {
    if (name !== 'failCommand') throw new MongoError(2, `fail point not found: ${name}`);
    if (mode === 'off') this.data = undefined;
    if (mode === 'off') return;
    if (!isPlainObject(data) || !Array.isArray(data.failCommands)) throw new MongoError(9, 'failCommand needs data.failCommands');
    const unknown = Object.keys(data).find((field) => !dataFields.includes(field));
    if (unknown) throw new MongoError(9, `failCommand does not know data.${unknown}`);
    this.isDue = dueBy(mode);
    this.data = data as unknown as FailCommand;
  }

  /** Fails the command as was asked. `retries` says that it carries the number of a retryable write. */
  async meet(command: string, retries: boolean): Promise<void> {
    const { data } = this;
    if (!data?.failCommands.includes(command) || command === 'configureFailPoint' || !this.isDue()) return;
    if (data.blockConnection) await new Promise((resolve) => setTimeout(resolve, data.blockTimeMS ?? 0));
    if (data.closeConnection) throw new ConnectionCut();
    if (data.errorCode === undefined) return;
    const labels = data.errorLabels ?? (retries && retryable.has(data.errorCode) ? ['RetryableWriteError'] : undefined);
    throw new MongoError(data.errorCode, "Failing command via 'failCommand' failpoint", undefined, labels);
  }
}

function dueBy(mode: unknown): () => boolean {
  if (mode === 'alwaysOn') return () => true;
  const { times, activationProbability, ...unknown } = (isPlainObject(mode) ? mode : { mode }) as Doc;
  if (Object.keys(unknown).length > 0) throw new MongoError(9, 'unknown mode of a fail point');
  if (typeof activationProbability === 'number') return () => Math.random() < activationProbability;
  let left = Number(times);
  return () => left-- > 0;
}
