import { adminCommands, sessionId } from './admin-commands.js';
import { boolField, type Command, type CommandCall, checkFields, countField, docField, looseBoolField, type Node } from './command.js';
import { ConnectionCut } from './fail-points.js';
import { indexCommands } from './index-commands.js';
import { readCommands } from './read-commands.js';
import type { TransactionCall } from './transactions.js';
import { type Doc, MongoError, refuseUnknownTypes, show, transient } from './values.js';
import type { WireMessage } from './wire.js';
import { writeCommands } from './write-commands.js';

const commands: Record<string, Command> = { ...adminCommands, ...indexCommands, ...readCommands, ...writeCommands };
const notInTransactions = ['count', 'drop', 'dropDatabase', 'dropIndexes', 'listIndexes', 'listCollections', ...Object.keys(adminCommands)];
/** These carry timestamps, and are checked by themselves. */
const withTimes = ['$clusterTime', 'readConcern'];
const inTransactions = ['txnNumber', 'startTransaction', 'autocommit'];
const inEveryCommand = ['$db', '$readPreference', '$clusterTime', 'lsid', ...inTransactions, 'readConcern', 'writeConcern'];

function checkConcerns({ store }: Node, body: Doc): void {
  if (body.$clusterTime !== undefined) store.time.observe(body.$clusterTime);
  const { level = 'local', afterClusterTime, ...rest } = docField(body, 'readConcern') ?? {};
  const isSnapshot = level === 'snapshot' && body.startTransaction === true;
  if (Object.keys(rest).length > 0 || !(['local', 'majority', 'available'].includes(String(level)) || isSnapshot))
    throw new MongoError(72, `readConcern ${show(body.readConcern)} is not supported by this store`);
  if (afterClusterTime !== undefined) store.time.checkReached(afterClusterTime);
  const concern = docField(body, 'writeConcern') ?? {};
  const { w = 1, j: _j, wtimeout: _wtimeout, ...others } = concern;
  looseBoolField(concern, 'j');
  countField(concern, 'wtimeout');
  if (Object.keys(others).length > 0 || ![0, 1, 'majority'].includes(w as number))
    throw new MongoError(100, `writeConcern ${show(body.writeConcern)} is not supported by this store`);
}

/** Runs one statement of a transaction; one that fails ends it, and answers when others see what refused it. */
async function runInTransaction(command: Command, call: CommandCall, transaction: TransactionCall): Promise<Doc | Buffer> {
  const { node } = call;
  if (command.kind === 'read' && call.command.endsWith('Transaction')) return command.run(call);
  if (notInTransactions.includes(call.command)) throw new MongoError(263, `Cannot run '${call.command}' in a multi-document transaction.`);
  const unit = node.transactions.unit(transaction);
  let reply: Doc | Buffer | undefined;
  try {
    reply = await command.run({ ...call, collections: unit.collections, unit, transactionUnit: unit });
    return reply;
  } finally {
    if (!reply || 'writeErrors' in reply) {
      node.transactions.fail(transaction);
      await node.store.written();
    }
  }
}

/** Runs a command; a write of its own may be asked for again by its number. */
async function run(command: Command, call: CommandCall): Promise<Doc | Buffer> {
  const { node, session: id, body, transaction, deadline } = call;
  if (transaction) return runInTransaction(command, call, transaction);
  if (command.kind === 'read') return command.run(call);
  const write = id !== undefined && typeof body.txnNumber === 'number' ? { id, txnNumber: body.txnNumber } : undefined;
  if (write) node.transactions.supersede(write.id, write.txnNumber);
  return node.store.once((unit) => command.run({ ...call, collections: unit.collections, unit }), write, deadline);
}

function callOf(node: Node, command: string, { body, documents }: WireMessage): CommandCall {
  const session = sessionId(body.lsid);
  const maxTimeMS = countField(body, 'maxTimeMS');
  const txnNumber = countField(body, 'txnNumber');
  const [autocommit, starts = false] = [boolField(body, 'autocommit'), boolField(body, 'startTransaction')];
  if (autocommit || (starts && autocommit === undefined)) throw new MongoError(72, 'a transaction has autocommit: false');
  docField(body, 'lsid');
  let transaction: TransactionCall | undefined;
  if (autocommit === false) {
    if (session === undefined || txnNumber === undefined) throw new MongoError(72, 'a transaction needs a session and a txnNumber');
    transaction = { session, txnNumber, starts };
  }
  const deadline = maxTimeMS ? Date.now() + maxTimeMS : undefined;
  return { node, command, db: String(body.$db), body, session, deadline, transaction, collections: node.store.durable, documents };
}

/** Answers one message: finds its command, rejects unknown ones, and runs it. */
export async function dispatch(node: Node, message: WireMessage): Promise<Doc | Buffer> {
  const { body } = message;
  const [name = ''] = Object.keys(body);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new MongoError(59, `no such command: '${name}'`);
  if (command.fields !== 'any') {
    checkFields(body, [name, ...command.fields, ...inEveryCommand], name);
    for (const [field, value] of Object.entries(body)) if (!withTimes.includes(field)) refuseUnknownTypes(value);
  }
  checkConcerns(node, body);
  const call = callOf(node, name, message);
  const isRetried = body.txnNumber !== undefined && body.autocommit === undefined;
  node.failPoints.meet(name, body);
  const fault = node.faults?.(call, isRetried);
  if (fault === 'conflict' && call.transaction) {
    node.transactions.fail(call.transaction);
    throw new MongoError(112, 'Write conflict, by a random fault', transient);
  }
  if (fault === 'cut') throw new ConnectionCut();
  const reply = await run(command, call);
  if (fault === 'cut-after') throw new ConnectionCut();
  return reply;
}

/** An error as MongoDB answers it; a cut connection is not answered. */
export function errorReply(error: unknown): Doc {
  if (error instanceof ConnectionCut) throw error;
  if (!(error instanceof MongoError)) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  const { code, codeName, extra, message } = error instanceof MongoError ? error : new MongoError(1, String(error));
  return { ok: 0, errmsg: message, code, codeName, ...extra };
}
