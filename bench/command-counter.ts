import mongoose from 'mongoose';

/**
 * Preloaded into a gateway whose store's address says `monitorCommands=true`: counts the commands that it sends and the documents
 * that it gets, and answers each message of its parent with both.
 */
export interface Counted {
  commands: number;
  documents: number;
}

const counted: Counted = { commands: 0, documents: 0 };
const { MongoClient } = mongoose.mongo;
const watched = new WeakSet<object>();
const connect = MongoClient.prototype.connect;

MongoClient.prototype.connect = function watchedConnect() {
  if (!watched.has(this)) {
    watched.add(this);
    this.on('commandStarted', () => {
      counted.commands += 1;
    });
    this.on('commandSucceeded', ({ reply }) => {
      const { cursor } = reply as { cursor?: { firstBatch?: unknown[]; nextBatch?: unknown[] } };
      counted.documents += (cursor?.firstBatch ?? cursor?.nextBatch ?? []).length;
    });
  }
  return connect.call(this);
};

process.on('message', () => process.send?.(counted));
// The channel alone keeps no gateway running.
process.channel?.unref();
