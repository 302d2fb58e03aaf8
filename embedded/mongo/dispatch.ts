import { adminCommands, sessionId } from './admin-commands.js';
import { type Call, type Command, checkFields, countField, docField, type Node, type WriteCall } from './command.js';
import type { CursorReply } from './cursors.js';
import { ConnectionCut } from './fail-points.js';
import { indexCommands } from './index-commands.js';
import type { Fault } from './random-faults.js';
import { readCommands } from './read-commands.js';
import { type Doc, MongoError } from './values.js';
import type { Message } from './wire.js';
import { writeCommands } from './write-commands.js';

const commands: Record<string, Command> = { ...adminCommands, ...indexCommands, ...readCommands, ...writeCommands };
const names = new Map([...Object.keys(commands).map((name): [string, string] => [name, name]), ['findandmodify', 'findAndModify']]);

const commonFields = [
  '$db',
  '$readPreference',
  '$clusterTime',
  'lsid',
  'txnNumber',
  'startTransaction',
  'autocommit',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'comment',
];

const longestWaitMs = 60_000;

function checkConcerns(body: Doc): void {
  const { level = 'local', ...rest } = docField(body, 'readConcern') ?? {};
  const isSnapshot = level === 'snapshot' && body.startTransaction === true;
  if (Object.keys(rest).length > 0 || !(['local', 'majority', 'available'].includes(String(level)) || isSnapshot)) {
    throw new MongoError(72, `readConcern ${JSON.stringify(body.readConcern)} is not supported by this store`);
  }
  const { w = 1, j: _j, wtimeout: _wtimeout, ...others } = docField(body, 'writeConcern') ?? {};
  if (Object.keys(others).length > 0 || ![0, 1, 'majority'].includes(w as number)) {
    throw new MongoError(100, `writeConcern ${JSON.stringify(body.writeConcern)} is not supported by this store`);
  }
}

/** How long the turn to write is waited for, and the error where it does not come. */
function patience({ deadline }: Call): [number, number] {
  const left = deadline === undefined ? longestWaitMs : deadline - Date.now();
  return left < longestWaitMs ? [Math.max(0, left), 50] : [longestWaitMs, 24];
}

/** Runs a write of its own: one commit, and its answer kept with it where it may be asked for again. */
async function writeOnce(command: Command & { kind: 'write' }, call: Call): Promise<Doc> {
  const { store } = call.node;
  const { txnNumber } = call.body;
  await store.lock(...patience(call));
  let done: Promise<void> | undefined;
  let reply: Doc | undefined;
  try {
    if (call.session !== undefined && typeof txnNumber === 'number') {
      const kept = store.results.get(call.session);
      if (kept && kept.txnNumber > txnNumber)
        throw new MongoError(225, `Retryable write with txnNumber ${txnNumber} is prohibited: a newer one has begun`);
      if (kept?.txnNumber === txnNumber && kept.reply) {
        done = kept.done;
        return kept.reply;
      }
    }
    const unit = store.begin();
    try {
      reply = command.run({ ...call, view: unit });
    } finally {
      const id = call.session;
      done = store.commit(unit, id !== undefined && typeof txnNumber === 'number' && reply ? { id, txnNumber, reply } : undefined);
    }
    return reply;
  } finally {
    store.unlock();
    await done;
  }
}

/** Runs one statement of a transaction; one that fails ends it. */
async function runInTransaction(command: Command, call: Call): Promise<Doc | CursorReply> {
  const { node, transaction } = call;
  if (!command.inTransaction) throw new MongoError(263, `Cannot run '${call.command}' in a multi-document transaction.`);
  if (!transaction || call.command === 'commitTransaction' || call.command === 'abortTransaction')
    return (command as Command & { kind: 'read' }).run(call);
  const unit = await node.transactions.unit(transaction, ...patience(call));
  try {
    const inside: WriteCall = { ...call, view: unit };
    const reply = await command.run(inside);
    if ('writeErrors' in reply) node.transactions.fail(transaction);
    return reply;
  } catch (error) {
    node.transactions.fail(transaction);
    throw error;
  }
}

function callOf(node: Node, command: string, { body, documents }: Message, connection: object): Call {
  const session = sessionId(body.lsid);
  const maxTimeMS = countField(body, 'maxTimeMS');
  const { txnNumber } = body;
  const isInTransaction = body.autocommit === false;
  if (isInTransaction && (session === undefined || typeof txnNumber !== 'number'))
    throw new MongoError(72, 'a transaction needs a session and a txnNumber');
  return {
    node,
    command,
    db: String(body.$db),
    body,
    session,
    deadline: maxTimeMS ? Date.now() + maxTimeMS : undefined,
    transaction:
      isInTransaction && session !== undefined
        ? { session, txnNumber: Number(txnNumber), starts: body.startTransaction === true, connection }
        : undefined,
    view: node.store,
    documents,
  };
}

/** Answers one message: finds its command, refuses what is not known, and runs it. */
export async function dispatch(node: Node, message: Message, connection: object): Promise<Doc | CursorReply> {
  const { body } = message;
  const asked = Object.keys(body)[0] ?? '';
  const name = names.get(asked);
  const command = name === undefined ? undefined : commands[name];
  if (name === undefined || !command) throw new MongoError(59, `no such command: '${asked}'`);
  if (command.fields !== 'any') checkFields(body, [asked, ...command.fields, ...commonFields], asked);
  checkConcerns(body);
  const call = callOf(node, name, name === asked ? message : { ...message, body: { ...body, [name]: body[asked] } }, connection);
  const retries =
    (body.txnNumber !== undefined && body.autocommit === undefined) || name === 'commitTransaction' || name === 'abortTransaction';
  await node.failPoints.meet(name, retries);
  const run = async () => {
    if (call.transaction) return runInTransaction(command, call);
    return command.kind === 'write' ? writeOnce(command, call) : command.run(call);
  };
  const faulty = { name, session: call.session, isInTransaction: call.transaction !== undefined, retries };
  return node.faults ? node.faults.around(faulty, run, (fault) => fail(fault, retries)) : run();
}

function fail(fault: Fault, retries: boolean): never {
  if (fault === 'conflict') throw new MongoError(112, 'Write conflict, by a random fault', undefined, ['TransientTransactionError']);
  if (fault === 'away')
    throw new MongoError(6, 'Host unreachable, by a random fault', undefined, retries ? ['RetryableWriteError'] : undefined);
  throw new ConnectionCut();
}

/** An error as MongoDB answers it. */
export function errorReply(error: unknown): Doc {
  const known = error instanceof MongoError ? error : new MongoError(1, error instanceof Error ? error.message : String(error));
  if (known !== error) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  const { code, codeName, extra, labels, message } = known;
  return { ok: 0, errmsg: message, code, codeName, ...extra, ...(labels && { errorLabels: labels }) };
}
